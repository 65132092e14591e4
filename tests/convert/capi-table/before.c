#include <Python.h>

/* What the capsule hands out. */
typedef struct {
    PyTypeObject *type;
    int (*check)(PyObject *);
    int version;
} CAPI;

static PyTypeObject spam_Type;

static int
is_object(PyObject *object)
{
    return object != Py_None;
}

static CAPI capi = {
    &spam_Type,
    is_object,
    2,
};

static PyTypeObject spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
version(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    PyObject *capsule = PyObject_GetAttrString(module, "_C_API");
    CAPI *api = capsule != NULL ? PyCapsule_GetPointer(capsule, "spam._C_API") : NULL;
    Py_XDECREF(capsule);
    if (api == NULL) {
        return NULL;
    }
    return Py_BuildValue("Oii", (PyObject *)api->type, api->check(module), api->version);
}

static PyMethodDef spam_methods[] = {
    {"version", version, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyObject *
moduleinit(void)
{
    PyObject *m, *capsule;
    static struct PyModuleDef spam_module = {
        PyModuleDef_HEAD_INIT,
        .m_name = "spam",
        .m_size = -1,
        .m_methods = spam_methods,
    };

    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&spam_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    capsule = PyCapsule_New(&capi, "spam._C_API", NULL);
    if (capsule == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    if (PyModule_AddObject(m, "_C_API", capsule) < 0) {
        Py_DECREF(capsule);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return moduleinit();
}
