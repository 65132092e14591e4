/* A struct of functions that other extensions get: what they are called with is agreed
 * on, so they cannot be handed a state. */
#include <Python.h>

typedef struct {
    PyTypeObject *type;
    PyObject *(*make)(void);
} CAPI;

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
make_egg(void)
{
    return PyObject_CallFunctionObjArgs((PyObject *)&Egg_Type, NULL);
}

static CAPI capi = {&Egg_Type, make_egg};

static PyObject *
spam_make(PyObject *module, PyObject *Py_UNUSED(args))
{
    return capi.make();
}

static PyMethodDef spam_methods[] = {
    {"make", spam_make, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *capsule, *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Egg_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    capsule = PyCapsule_New(&capi, "spam._C_API", NULL);
    if (capsule == NULL || PyModule_AddObject(m, "_C_API", capsule) < 0) {
        Py_XDECREF(capsule);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
