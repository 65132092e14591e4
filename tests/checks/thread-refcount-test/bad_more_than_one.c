/* An array is changed in place if nobody else seems to have it. */
#include <Python.h>

static PyObject *
spam_double(PyObject *module, PyObject *arg)
{
    if (!PyByteArray_Check(arg)) {
        PyErr_SetString(PyExc_TypeError, "a bytearray is needed");
        return NULL;
    }
    PyObject *result;
    if (Py_REFCNT(arg) > 1) {  // want: thread-refcount-test
        result = PyByteArray_FromObject(arg);
    }
    else {
        result = Py_NewRef(arg);
    }
    if (result == NULL) {
        return NULL;
    }
    if (PyByteArray_Resize(result, PyByteArray_GET_SIZE(arg) * 2) < 0) {
        Py_DECREF(result);
        return NULL;
    }
    return result;
}

static PyMethodDef spam_methods[] = {
    {"double", (PyCFunction)spam_double, METH_O, NULL},
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
