/* ctime() returns the C library's own buffer. */
#include <Python.h>
#include <time.h>

static PyObject *
spam_stamp(PyObject *module, PyObject *arg)
{
    time_t when = (time_t)PyLong_AsLongLong(arg);
    if (when == (time_t)-1 && PyErr_Occurred()) {
        return NULL;
    }
    return PyUnicode_FromString(ctime(&when));  // want: global-process-call
}

static PyMethodDef spam_methods[] = {
    {"stamp", (PyCFunction)spam_stamp, METH_O, NULL},
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
