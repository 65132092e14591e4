/* The fields of the caller's dictionary and list are read directly. */
#include <Python.h>

static PyObject *
spam_sizes(PyObject *module, PyObject *args)
{
    PyObject *list;
    if (!PyArg_ParseTuple(args, "O!", &PyList_Type, &list)) {
        return NULL;
    }
    PyListObject *inner = (PyListObject *)list;
    Py_ssize_t n = 0;
    for (Py_ssize_t i = 0; i < Py_SIZE(inner); i++) {
        PyObject *item = inner->ob_item[i];  // want: thread-borrowed-reference
        if (PyDict_Check(item)) {
            n += ((PyDictObject *)item)->ma_used;
        }
    }
    return PyLong_FromSsize_t(n);
}

static PyMethodDef spam_methods[] = {
    {"sizes", (PyCFunction)spam_sizes, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
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
