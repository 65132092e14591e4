/* Types and an object that macros of the file declare are written out, and move. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int number;
} Thing;

#define DEFINE(name, base)                          \
    static PyTypeObject name##_Type = {             \
        PyVarObject_HEAD_INIT(NULL, 0)              \
        .tp_name = "spam." #name,                   \
        .tp_basicsize = sizeof(Thing),              \
        .tp_base = base,                            \
        .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, \
    };

#define TEXT(name) static PyObject *text_##name = NULL

DEFINE(Red, NULL)
DEFINE(Blue, &Red_Type)

TEXT(alpha);
TEXT(beta);

static PyObject *
texts(PyObject *module, PyObject *ignored)
{
    return PyTuple_Pack(2, text_alpha, text_beta);
}

static PyMethodDef spam_methods[] = {
    {"texts", texts, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    text_alpha = PyUnicode_FromString("alpha");
    text_beta = PyUnicode_FromString("beta");
    if (text_alpha == NULL || text_beta == NULL || PyType_Ready(&Red_Type) < 0
        || PyType_Ready(&Blue_Type) < 0
        || PyModule_AddObjectRef(module, "Red", (PyObject *)&Red_Type) < 0
        || PyModule_AddObjectRef(module, "Blue", (PyObject *)&Blue_Type) < 0)
    {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
