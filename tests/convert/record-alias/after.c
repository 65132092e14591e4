/* A pointer leads to the struct that holds the objects of the module: what is stored through it
 * gets its reference, and a number behind it is there as long as the state is. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
} Spam;

struct globals {
    PyObject *log;
    PyTypeObject *type;
    int live;
};

typedef struct {
    struct globals all;
    struct globals *g;
    PyTypeObject *Spam_type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static struct PyModuleDef spam_module;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *module = PyType_GetModuleByDef(type, &spam_module);
#else
    PyObject *module = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != NULL && PyModule_GetDef(candidate) == &spam_module) {
            module = candidate;
            break;
        }
    }
#endif
    return module != NULL ? get_spam_state(module) : NULL;
}

/* For functions that deallocate an instance: NULL if the garbage collector has
 * already cleared the type. */
static inline spam_state *
find_spam_state(PyTypeObject *type)
{
    for (; type != NULL; type = type->tp_base) {
        if (!PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
            break;
        }
        PyObject *module = ((PyHeapTypeObject *)type)->ht_module;
        if (module != NULL && PyModule_GetDef(module) == &spam_module) {
            return get_spam_state(module);
        }
    }
    return NULL;
}

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    spam_state *state = get_spam_state_by_type(type);
    PyObject *self = type->tp_alloc(type, 0);
    if (self != NULL) {
        state->g->live++;
        if (type == state->g->type
            && PyList_Append(state->g->log, Py_True) < 0) {
            Py_CLEAR(self);
        }
    }
    return self;
}

static void
Spam_dealloc(PyObject *self)
{
    spam_state *state = find_spam_state(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (state != NULL) {
        state->g->live--;
    }
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Spam_type_slots[] = {
    {Py_tp_new, Spam_new},
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};

static PyType_Spec Spam_type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_type_slots,
};

static PyObject *
live(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(self);
    return Py_BuildValue("(in)", state->all.live, PyList_Size(state->all.log));
}

static PyMethodDef methods[] = {
    {"live", live, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->all.log);
    Py_VISIT(state->all.type);
    Py_VISIT(state->Spam_type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->all.log);
    Py_CLEAR(state->all.type);
    Py_CLEAR(state->Spam_type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Spam_type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Spam_type_spec, NULL);
    if (state->Spam_type == NULL) {
        return -1;
    }
    state->g = &state->all;
    state->g->log = PyList_New(0);
    state->g->type = state->Spam_type;
    Py_XINCREF(state->g->type);
    if (state->g->log == NULL || PyModule_AddType(m, state->g->type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
