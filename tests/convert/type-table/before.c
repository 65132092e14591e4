/* Types and exceptions in tables: of a function, and of the file. */
#include <Python.h>

static PyObject *SpamError, *EggError;

static const struct {
    const char *name;
    PyObject **slot;
} exceptions[] = {
    {"spam.Error", &SpamError},
    {"spam.EggError", &EggError},
};

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject *known[] = {&Spam_Type, &Egg_Type, NULL};

static PyObject *
is_known(PyObject *self, PyObject *arg)
{
    for (PyTypeObject **type = known; *type != NULL; type++) {
        if (Py_TYPE(arg) == *type) {
            Py_RETURN_TRUE;
        }
    }
    PyErr_SetString(SpamError, "not known");
    return NULL;
}

static int
add_types(PyObject *module)
{
    static struct {
        const char *name;
        PyTypeObject *type;
    } types[] = {
        {"Spam", &Spam_Type},
        {"Egg", &Egg_Type},
    };

    for (size_t i = 0; i < Py_ARRAY_LENGTH(types); i++) {
        if (PyType_Ready(types[i].type) < 0) {
            return -1;
        }
        Py_INCREF(types[i].type);
        if (PyModule_AddObject(module, types[i].name, (PyObject *)types[i].type) < 0) {
            Py_DECREF(types[i].type);
            return -1;
        }
    }
    return 0;
}

static PyMethodDef methods[] = {
    {"is_known", is_known, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < Py_ARRAY_LENGTH(exceptions); i++) {
        *exceptions[i].slot = PyErr_NewException(exceptions[i].name, NULL, NULL);
        if (*exceptions[i].slot == NULL) {
            Py_DECREF(m);
            return NULL;
        }
    }
    if (add_types(m) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
