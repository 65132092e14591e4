/* The exec function has the state in a local, which is declared behind what needs the state first. */
#include <Python.h>

typedef struct {
    PyObject *known;
    PyObject *error;
    PyTypeObject *Egg_Type;
} spam_st;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_st *
get_st(PyObject *m)
{
    return (spam_st *)PyModule_GetState(m);
}

typedef struct {
    PyObject_HEAD
    long n;
} Egg;

static void
Egg_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Egg_dealloc},
    {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(Egg),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Egg_Type_slots,
};

static int
traverse(PyObject *m, visitproc visit, void *arg)
{
    spam_st *st = get_st(m);
    Py_VISIT(st->known);
    Py_VISIT(st->error);
    Py_VISIT(st->Egg_Type);
    return 0;
}

static int
clear(PyObject *m)
{
    spam_st *st = get_st(m);
    Py_CLEAR(st->known);
    Py_CLEAR(st->error);
    Py_CLEAR(st->Egg_Type);
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
    spam_st *st = get_st(m);
    st->Egg_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Egg_Type_spec,
                                                            NULL);
    if (st->Egg_Type == NULL)
        return -1;
    st->error = PyErr_NewException("spam.error", NULL, NULL);
    if (st->error == NULL)
        return -1;
    st->known = PyList_New(0);
    if (st->known == NULL)
        return -1;
    return PyModule_AddType(m, st->Egg_Type);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
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
