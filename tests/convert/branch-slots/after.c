#include <Python.h>

typedef struct {
    PyObject_HEAD
    int n;
} Thing;

#if defined(HAVE_ORDER)
static PyObject *
Thing_order(PyObject *a, PyObject *b, int op)
{
    Py_RETURN_RICHCOMPARE(((Thing *)a)->n, ((Thing *)b)->n, op);
}
#endif

static PyObject *
Thing_repr(PyObject *self)
{
    return PyUnicode_FromFormat("%d", ((Thing *)self)->n);
}

static PyObject *
Thing_add(PyObject *a, PyObject *Py_UNUSED(b))
{
    Py_INCREF(a);
    return a;
}

#ifdef _WIN32
#else
static Py_ssize_t
Thing_length(PyObject *self)
{
    return ((Thing *)self)->n;
}
#endif

typedef struct {
    PyTypeObject *Thing_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static void
Thing_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Thing_Type_slots[] = {
#ifndef _WIN32
    {Py_tp_repr, Thing_repr},
#ifndef _WIN32
    {Py_mp_length, Thing_length},
#endif
#endif
    {Py_tp_iter, PyObject_SelfIter},
#ifndef NDEBUG
    {Py_tp_call, PyObject_Call},
#endif
    {Py_tp_new, PyType_GenericNew},
#ifdef HAVE_ORDER
    {Py_tp_richcompare, Thing_order},
#endif
#ifdef _WIN32
    {Py_nb_subtract, Thing_add},
#ifdef HAVE_POWER
    {Py_nb_xor, Thing_add},
#endif
#if HAVE_NAME > 1
    {Py_tp_str, Thing_repr},
#elif HAVE_NAME
    {Py_tp_str, PyObject_Str},
#else
    {Py_tp_str, PyObject_Repr},
#endif
#endif
#ifndef HAVE_SLOW
    {Py_tp_getattro, PyObject_GenericGetAttr},
#endif
    {Py_tp_dealloc, Thing_dealloc},
    {0, NULL},
};

static PyType_Spec Thing_Type_spec = {
    .name = "spam.Thing",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Thing_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Thing_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Thing_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Thing_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Thing_Type_spec, NULL);
    if (state->Thing_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Thing_Type);
    if (PyModule_AddObject(module, "Thing",
                           (PyObject *)state->Thing_Type) < 0) {
        Py_DECREF(state->Thing_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
