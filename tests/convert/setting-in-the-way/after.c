/* A number that tp_dealloc asks, where the state may be gone, is the only thing in the way: it
 * stays and becomes atomic, while the other data moves. */
#include <Python.h>

/* For variables that interpreters with their own GIL share. */
#ifndef SPAM_SHARED
#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L \
    && !defined(__STDC_NO_ATOMICS__)
#define SPAM_SHARED _Atomic
#else
#define SPAM_SHARED volatile
#endif
#endif

static SPAM_SHARED int spam_level = 1;

typedef struct {
    PyObject_HEAD
    double *room;
    PyObject *owner;
} Walker;

static PyObject *
spam_set_level(PyObject *self, PyObject *args)
{
    int level;
    if (!PyArg_ParseTuple(args, "i", &level)) {
        return NULL;
    }
    spam_level = level;
    Py_RETURN_NONE;
}

typedef struct {
    double spam_weights[4];
    PyThreadState *spam_thread;
    PyTypeObject *WalkerType;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = NULL;
    }
#endif
    return type;
}

static PyObject *
spam_weigh(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    int i;
    double total = 0.0;
    if (!PyArg_ParseTuple(args, "id", &i, &state->spam_weights[0])) {
        return NULL;
    }
    state->spam_thread = PyEval_SaveThread();
    for (i = 0; i < 4; i++) {
        total += state->spam_weights[i];
    }
    PyEval_RestoreThread(state->spam_thread);
    return PyFloat_FromDouble(total);
}

static PyObject *
spam_walker(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    Walker *walker = (Walker *)state->WalkerType->tp_alloc(state->WalkerType,
                                                           0);
    if (walker == NULL) {
        return NULL;
    }
    walker->room = PyMem_Calloc(4, sizeof(double));
    walker->owner = Py_XNewRef(PyTuple_Size(args) > 0 ? PyTuple_GET_ITEM(args, 0) : NULL);
    return (PyObject *)walker;
}

static void
Walker_dealloc(Walker *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (spam_level > 1000) {
        Py_FatalError("level");
    }
    Py_CLEAR(self->owner);
    PyMem_Free(self->room);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Walker_traverse(Walker *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->owner);
    return 0;
}

static PyType_Slot WalkerType_slots[] = {
    {Py_tp_dealloc, Walker_dealloc},
    {Py_tp_traverse, Walker_traverse},
    {0, NULL},
};

static PyType_Spec WalkerType_spec = {
    .name = "spam.Walker",
    .basicsize = sizeof(Walker),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = WalkerType_slots,
};

static PyMethodDef spam_methods[] = {
    {"set_level", spam_set_level, METH_VARARGS, NULL},
    {"walker", spam_walker, METH_VARARGS, NULL},
    {"weigh", spam_weigh, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->WalkerType);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->WalkerType);
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

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->WalkerType = spam_new_type(module, &WalkerType_spec);
    if (state->WalkerType == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
