#include <Python.h>

typedef struct {
    PyObject *Error;
    PyTypeObject *Spam_type;
} spam_state;

static spam_state static_state;

static PyObject *
spam_fail(PyObject *module, PyObject *args)
{
    (void)module;
    (void)args;
    PyErr_SetString(static_state.Error, "failed");
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Spam_slots[] = {
    {0, NULL},
};

static PyType_Spec Spam_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Spam_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(static_state.Error);
    Py_VISIT(static_state.Spam_type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    Py_CLEAR(static_state.Error);
    Py_CLEAR(static_state.Spam_type);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static inline int
add_type(PyObject *module, const char *name, PyType_Spec *spec, PyTypeObject **dest)
{
    PyObject *temp = PyType_FromSpec(spec);
    if (PyModule_AddObject(module, name, temp) < 0) {
        Py_XDECREF(temp);
        return -1;
    }
    Py_INCREF(temp);
    *dest = (PyTypeObject *)temp;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        goto error;
    }
    static_state.Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (static_state.Error == NULL) {
        goto error;
    }
    Py_INCREF(static_state.Error);
    if (PyModule_AddObject(module, "Error", static_state.Error) < 0) {
        Py_DECREF(static_state.Error);
        goto error;
    }
    if (add_type(module, "Spam", &Spam_spec, &static_state.Spam_type) < 0) {
        goto error;
    }
    return module;

error:
    spam_clear(NULL);
    Py_XDECREF(module);
    return NULL;
}
