#include "egg.hpp"

/* Functions of another file in the table of a capsule ask the interpreter, also in C++. */
static EggAPI api = {egg_make, egg_check};

static PyObject *
spam_make(PyObject *, PyObject *size)
{
    double value = PyFloat_AsDouble(size);
    return value == -1.0 && PyErr_Occurred() ? NULL : egg_make(value);
}

static PyMethodDef spam_methods[] = {
    {"make", spam_make, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, spam_methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Egg_Type) < 0) {
        return NULL;
    }
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    PyObject *capsule = PyCapsule_New(&api, "spam._api", NULL);
    if (PyModule_AddObject(module, "_api", capsule) < 0) {
        Py_XDECREF(capsule);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
