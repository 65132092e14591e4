/* A static that must stay has the address of a struct: this stays with it, or the pointer would
 * lead to the state of a module that is gone. */
#include <Python.h>

typedef struct {
    PyObject *registry;
    int (*forget)(PyObject *);
} API;

typedef struct {
    PyObject_HEAD
} Spam;

static int
forget(PyObject *object)
{
    return object != NULL;
}

static API true_api = {NULL, forget};
static API *api;
static PyObject *SpamError;

static void
Spam_dealloc(PyObject *self)
{
    int is_wanted = api->forget(self);
    if (is_wanted) {
        PyErr_Clear();
    }
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot Spam_slots[] = {
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

static PyType_Spec Spam_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = Spam_slots,
};

static PyObject *
fail(PyObject *self, PyObject *Py_UNUSED(args))
{
    PyErr_SetString(SpamError, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *capsule, *type, *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    true_api.registry = PyDict_New();
    api = &true_api;
    type = PyType_FromSpec(&Spam_spec);
    capsule = PyCapsule_New(api, "spam.api", NULL);
    if (SpamError == NULL || api->registry == NULL || type == NULL || capsule == NULL
        || PyModule_AddObject(m, "Spam", type) < 0
        || PyModule_AddObject(m, "api", capsule) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
