/* Memory behind a static pointer is made larger when a call needs more. */
#include <Python.h>

static char *scratch;  // want: state-static-data
static size_t scratch_size;  // want: state-static-data

static PyObject *
spam_reverse(PyObject *module, PyObject *arg)
{
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(arg, &data, &size) < 0) {
        return NULL;
    }
    if ((size_t)size > scratch_size) {
        char *larger = PyMem_Realloc(scratch, (size_t)size);
        if (larger == NULL) {
            return PyErr_NoMemory();
        }
        scratch = larger;
        scratch_size = (size_t)size;
    }
    for (Py_ssize_t i = 0; i < size; i++) {
        scratch[i] = data[size - 1 - i];
    }
    return PyBytes_FromStringAndSize(scratch, size);
}

static PyMethodDef spam_methods[] = {
    {"reverse", (PyCFunction)spam_reverse, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: claim-own-gil-false
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},  // want: claim-gil-not-used
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0,
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
