#include <Python.h>

typedef struct {
    PyObject *name;
    int code;
} entry;

static entry entries[] = {
    {NULL, 1},
    {NULL, 2},
};

static PyObject *
spam_name(PyObject *self, PyObject *arg)
{
    entry *first = &entries[0];

    if (first->name == NULL) {
        entries[0].name = PyObject_Repr(arg);
        entries[1].code += first->code;
    }
    Py_XINCREF(entries[0].name);
    return entries[0].name;
}

static PyMethodDef methods[] = {
    {"name", spam_name, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

#if PY_MAJOR_VERSION >= 3
#define INIT_ERROR return NULL

PyMODINIT_FUNC
PyInit_spam(void)
#else
#define INIT_ERROR return

PyMODINIT_FUNC
initspam(void)
#endif
{
    PyObject *m;
#if PY_MAJOR_VERSION >= 3
    static struct PyModuleDef spam_module = {
        PyModuleDef_HEAD_INIT,
        "spam",
        NULL,
        -1,
        methods,
        NULL,
        NULL,
        NULL,
        NULL
    };
    m = PyModule_Create(&spam_module);
#else
    m = Py_InitModule("spam", methods);
#endif
    if (m == NULL) {
        INIT_ERROR;
    }
    PyModule_AddIntConstant(m, "SIZE", (long)sizeof(entries));
#if PY_MAJOR_VERSION >= 3
    return m;
#endif
}
