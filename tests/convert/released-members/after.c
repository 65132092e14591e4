/* Members that dealloc releases through a local, a macro or another function, and a size
 * that a macro makes: the traverse functions visit them. */
#include <Python.h>

#define SIZE_OF(name) sizeof(name##Object)
#define OWN ((PlainObject *)op)

typedef struct {
    PyObject_HEAD
    PyObject *first;
    PyObject *second;
    PyObject *third;
} PlainObject;

static void
release_third(PyObject *op)
{
    Py_XDECREF(OWN->third);
}

static void
plain_dealloc(PyObject *op)
{
    PyTypeObject *tp = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    PlainObject *self = (PlainObject *)op;
    PyObject *old = self->first;
    self->first = NULL;
    Py_XDECREF(old);
    Py_CLEAR(OWN->second);
    release_third(op);
    Py_TYPE(op)->tp_free(op);
    Py_DECREF(tp);
}

typedef struct {
    PyTypeObject *Plain_Type;
    PyTypeObject *Tracked_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
Plain_traverse(PlainObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->first);
    Py_VISIT(self->second);
    Py_VISIT(self->third);
    return 0;
}

static PyType_Slot Plain_Type_slots[] = {
    {Py_tp_dealloc, plain_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Plain_traverse},
    {0, NULL},
};

static PyType_Spec Plain_Type_spec = {
    .name = "spam.Plain",
    .basicsize = SIZE_OF(Plain),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Plain_Type_slots,
};

typedef struct {
    PyObject_HEAD
    PyObject *items[2];
    PyObject *seen;
    PyObject *forgotten;
    PyObject *elsewhere;
} TrackedObject;

static int
tracked_traverse(PyObject *op, visitproc visit, void *arg)
{
    TrackedObject *self = (TrackedObject *)op;
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(self->seen);
#if PY_VERSION_HEX < 0x03000000
    Py_VISIT(self->elsewhere);
#endif
    Py_VISIT(((TrackedObject *)op)->forgotten);
    return 0;
}

static int
tracked_clear(PyObject *op)
{
    TrackedObject *self = (TrackedObject *)op;
    PyObject *old = self->forgotten;
    self->forgotten = NULL;
    Py_XDECREF(old);
    Py_CLEAR(self->seen);
    Py_CLEAR(self->elsewhere);
    Py_CLEAR(self->items[0]);
    return 0;
}

static void
tracked_dealloc(PyObject *op)
{
    PyTypeObject *tp = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    tracked_clear(op);
    Py_TYPE(op)->tp_free(op);
    Py_DECREF(tp);
}

static PyType_Slot Tracked_Type_slots[] = {
    {Py_tp_traverse, tracked_traverse},
    {Py_tp_clear, tracked_clear},
    {Py_tp_dealloc, tracked_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Tracked_Type_spec = {
    .name = "spam.Tracked",
    .basicsize = SIZE_OF(Tracked),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Tracked_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Plain_Type);
    Py_VISIT(state->Tracked_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Plain_Type);
    Py_CLEAR(state->Tracked_Type);
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
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Plain_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Plain_Type_spec, NULL);
    if (state->Plain_Type == NULL) {
        return -1;
    }
    state->Tracked_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Tracked_Type_spec, NULL);
    if (state->Tracked_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Plain_Type) < 0
        || PyModule_AddType(module, state->Tracked_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
