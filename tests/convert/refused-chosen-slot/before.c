#include <Python.h>

typedef struct {
    PyObject_HEAD
    int value;
} Spam;

static PyObject *
slow_repr(PyObject *self)
{
    return PyUnicode_FromString("slow");
}

static PyObject *
fast_repr(PyObject *self)
{
    return PyUnicode_FromString("fast");
}

static Py_hash_t
seeded_hash(PyObject *self)
{
    return 42;
}

static PyObject *
spam_call(PyObject *self, PyObject *args, PyObject *kwargs)
{
    Py_RETURN_NONE;
}

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

/* Nothing here depends on anything: it is done whenever the type is made. */
static int
prepare(void)
{
    if (Spam_Type.tp_new == NULL) {
        Spam_Type.tp_new = PyType_GenericNew;
    }
    return PyType_Ready(&Spam_Type);
}

static void
seed(void)
{
    Spam_Type.tp_hash = seeded_hash;
}

static PyObject *
allow_calls(PyObject *module, PyObject *unused)
{
    Spam_Type.tp_call = spam_call;
    PyType_Modified(&Spam_Type);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"allow_calls", allow_calls, METH_NOARGS, NULL},
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
    if (getenv("SPAM_FAST") != NULL) {
        Spam_Type.tp_repr = fast_repr;
    }
    else {
        Spam_Type.tp_repr = slow_repr;
    }
    if (getenv("SPAM_SEED") != NULL) {
        seed();
    }
    const char *iterates = getenv("SPAM_ITERATES");
    if (iterates) {
        Spam_Type.tp_iter = PyObject_SelfIter;
    }
    if (prepare() < 0) {
        return NULL;
    }
    PyObject *m = PyModule_Create(&spammodule);
    if (m != NULL && PyModule_AddObjectRef(m, "Spam", (PyObject *)&Spam_Type) < 0) {
        Py_CLEAR(m);
    }
    return m;
}
