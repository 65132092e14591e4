/* A struct of functions that a capsule leads to through a pointer, and one that comes out
 * of another module's capsule: their functions cannot be handed a state either. */
#include <Python.h>

typedef struct {
    PyObject *(*make)(PyObject *name);
} CAPI;

typedef struct {
    void (*removed)(PyObject *name);
} cache_api;

static PyObject *names;

static PyObject *
make_name(PyObject *name)
{
    return PyList_Append(names, name) < 0 ? NULL : Py_NewRef(name);
}

static void
forget_name(PyObject *name)
{
    if (PySequence_DelItem(names, 0) < 0) {
        PyErr_WriteUnraisable(name);
    }
}

static CAPI true_api = {make_name};
static CAPI *api;

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    cache_api *cache = PyCapsule_Import("cache._C_API", 0);
    if (cache == NULL) {
        return NULL;
    }
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    names = PyList_New(0);
    if (names == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    cache->removed = forget_name;
    api = &true_api;
    PyObject *capsule = PyCapsule_New(api, "spam._C_API", NULL);
    if (capsule == NULL || PyModule_AddObject(m, "_C_API", capsule) < 0) {
        Py_XDECREF(capsule);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
