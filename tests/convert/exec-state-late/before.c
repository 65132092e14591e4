/* The exec function has the state in a local, which is declared behind what needs the state first. */
#include <Python.h>

typedef struct {
    PyObject *known;
} spam_st;

static inline spam_st *
get_st(PyObject *m)
{
    return (spam_st *)PyModule_GetState(m);
}

typedef struct {
    PyObject_HEAD
    long n;
} Egg;

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(Egg),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *error;

static int
traverse(PyObject *m, visitproc visit, void *arg)
{
    spam_st *st = get_st(m);
    Py_VISIT(st->known);
    return 0;
}

static int
clear(PyObject *m)
{
    spam_st *st = get_st(m);
    Py_CLEAR(st->known);
    return 0;
}

static void
spam_free(void *m)
{
    clear((PyObject *)m);
}

static int
exec(PyObject *m)
{
    if (PyType_Ready(&Egg_Type) < 0)
        return -1;
    error = PyErr_NewException("spam.error", NULL, NULL);
    if (error == NULL)
        return -1;
    spam_st *st = get_st(m);
    st->known = PyList_New(0);
    if (st->known == NULL)
        return -1;
    return PyModule_AddType(m, &Egg_Type);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, exec},
    {0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_st),
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
