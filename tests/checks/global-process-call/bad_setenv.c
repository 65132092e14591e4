/* The environment of the process is changed by a method. */
#include <Python.h>
#include <stdlib.h>

static PyObject *
spam_use_zone(PyObject *module, PyObject *arg)
{
    const char *zone = PyUnicode_AsUTF8(arg);
    if (zone == NULL) {
        return NULL;
    }
    if (setenv("TZ", zone, 1) < 0) {  // want: global-process-call
        return PyErr_SetFromErrno(PyExc_OSError);
    }
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"use_zone", (PyCFunction)spam_use_zone, METH_O, NULL},
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
