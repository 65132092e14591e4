/* Macros that are NULL here, and functions in another build: the slot, and the hook, would be gone
 * there, too. */
#include <Python.h>

#ifdef SPAM_OPEN
#define SPAM_REPR thing_repr
#define SPAM_CLEAR spam_clear
#else
#define SPAM_REPR NULL
#define SPAM_CLEAR NULL
#endif

typedef struct {
    PyObject_VAR_HEAD
    int x;
} Thing;

#ifdef SPAM_OPEN
static PyObject *
thing_repr(PyObject *self)
{
    return PyUnicode_FromString("thing");
}

static int
spam_clear(PyObject *module)
{
    return 0;
}
#endif

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_repr = SPAM_REPR,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_clear = SPAM_CLEAR,
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
