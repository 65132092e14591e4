/* An exception that nobody asks for NULL: the reference that the state keeps must not crash
 * where memory runs out, as PyModule_AddObject does not. */
#include <Python.h>

static PyObject *FirstError;
static PyObject *SecondError;
static PyObject *ThirdError;

static PyObject *
fail(PyObject *Py_UNUSED(self), PyObject *arg)
{
    long number = PyLong_AsLong(arg);
    PyErr_SetString(number == 1   ? FirstError
                    : number == 2 ? SecondError
                                  : ThirdError,
                    "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m = PyModule_Create(&module_def);
    if (m == NULL) {
        return NULL;
    }
    FirstError = PyErr_NewException("module.FirstError", NULL, NULL);
    PyModule_AddObject(m, "FirstError", FirstError);

    SecondError = PyErr_NewException("module.SecondError", FirstError, NULL);
    if (SecondError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    PyModule_AddObject(m, "SecondError", SecondError);

    if ((ThirdError = PyErr_NewException("module.ThirdError", NULL, NULL)) != NULL) {
        PyModule_AddObject(m, "ThirdError", ThirdError);
    }
    return m;
}
