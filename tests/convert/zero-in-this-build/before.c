/* Macros that are 0 here, and more in another build, are written out in the spec. */
#include <Python.h>

#ifdef SPAM_OPEN
#define SPAM_FLAGS Py_TPFLAGS_BASETYPE
#define SPAM_ITEM sizeof(int)
#else
#define SPAM_FLAGS 0
#define SPAM_ITEM 0
#endif

#ifndef NULL
#define NULL 0
#endif

#if PY_MAJOR_VERSION >= 3
#define SPAM_REPR NULL
#else
#define SPAM_REPR thing_repr
#endif

typedef struct {
    PyObject_VAR_HEAD
    int x;
} Thing;

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_itemsize = SPAM_ITEM,
    .tp_flags = Py_TPFLAGS_DEFAULT | SPAM_FLAGS,
    .tp_repr = SPAM_REPR,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_clear = NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;

    if (PyType_Ready(&Thing_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyObject_SetAttrString(m, "Thing", (PyObject *)&Thing_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
