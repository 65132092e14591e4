#include <Python.h>

static PyObject *spam_error, *spam_list;

/* The release of the module goes, wherever the macro has it; other releases stay. */
#define CHECK(object) if (!(object)) { Py_DECREF(m); Py_DECREF(tools); return NULL; }

#define ADD(name, object)                               \
    if (PyModule_AddObjectRef(m, name, object) < 0) {   \
        Py_DECREF(m);                                   \
        PyErr_BadInternalCall();                        \
        Py_DECREF(tools);                               \
        return NULL;                                    \
    }

#define ADD_NEW(name, object)                       \
    if (PyModule_AddObject(m, name, object) < 0) {  \
        Py_DECREF(object);                          \
        return NULL;                                \
    }

#define GIVE_UP(module, other) do { Py_DECREF(module); Py_DECREF(other); } while (0)

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spammodule);
    if (m == NULL) {
        return NULL;
    }
    PyObject *tools = PyImport_ImportModule("types");
    if (tools == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    spam_error = PyErr_NewException("spam.SpamError", NULL, NULL);
    CHECK(spam_error);
    ADD("SpamError", spam_error);
    spam_list = PyList_New(0);
    CHECK(spam_list);
    if (PyModule_AddObjectRef(m, "list", spam_list) < 0) {
        GIVE_UP(m, tools);
        return NULL;
    }
    PyObject *version = PyUnicode_FromString("1.0");
    CHECK(version);
    ADD_NEW("version", version);
    Py_DECREF(tools);
    return m;
}
