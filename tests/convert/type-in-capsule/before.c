/* A type in a struct that a capsule leads to, and whose destructor gives it up: the reference
 * that is taken for it is right, and nothing is said of it. */
#include <Python.h>

typedef struct {
    PyTypeObject *type;
    PyObject *error;
} Api;

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static void
api_free(PyObject *capsule)
{
    Api *api = PyCapsule_GetPointer(capsule, "spam.api");
    Py_XDECREF(api->type);
    Py_XDECREF(api->error);
    PyMem_Free(api);
}

static Api *
api_new(void)
{
    Api *api = PyMem_Malloc(sizeof(Api));
    if (api == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    api->type = (PyTypeObject *)Py_NewRef((PyObject *)&Thing_Type);
    api->error = Py_NewRef(PyExc_OSError);
    return api;
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m, *capsule;
    Api *api;
    if (PyType_Ready(&Thing_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    api = api_new();
    if (api == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    capsule = PyCapsule_New(api, "spam.api", api_free);
    if (capsule == NULL || PyModule_AddObjectRef(m, "api", capsule) < 0) {
        Py_XDECREF(capsule);
        Py_DECREF(m);
        return NULL;
    }
    Py_DECREF(capsule);
    return m;
}
