/* Instances with items behind the struct, whose size is the offset of these: a function that each
 * of them is called by gets one, and what the items hold counts. */
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

typedef struct {
    PyObject_VAR_HEAD
    vectorcallfunc call;
    PyObject *items[1];
} Pack;

typedef struct {
    PyObject *missing;
    PyTypeObject *Pack_Type;
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

static PyObject *
pack_call(PyObject *op, PyObject *const *args, size_t nargsf, PyObject *names)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(op));
    Pack *self = (Pack *)op;
    Py_ssize_t i;
    if (PyVectorcall_NARGS(nargsf) != 1 || names != NULL) {
        PyErr_SetString(PyExc_TypeError, "one index, please");
        return NULL;
    }
    i = PyLong_AsSsize_t(args[0]);
    if (i == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyObject *item = i >= 0 && i < Py_SIZE(self) ? self->items[i]
        : state->missing;
    Py_INCREF(item);
    return item;
}

static PyObject *
pack_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Py_ssize_t n = PyTuple_GET_SIZE(args);
    Pack *self = (Pack *)type->tp_alloc(type, n);
    if (self == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        self->items[i] = PyTuple_GET_ITEM(args, i);
        Py_INCREF(self->items[i]);
    }
    self->call = pack_call;
    return (PyObject *)self;
}

static void
pack_dealloc(Pack *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    for (Py_ssize_t i = 0; i < Py_SIZE(self); i++) {
        Py_XDECREF(self->items[i]);
    }
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMemberDef Pack_Type_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Pack, call), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot Pack_Type_slots[] = {
    {Py_tp_dealloc, pack_dealloc},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_new, pack_new},
    {Py_tp_members, Pack_Type_members},
    {0, NULL},
};

static PyType_Spec Pack_Type_spec = {
    .name = "spam.Pack",
    .basicsize = offsetof(Pack, items),
    .itemsize = sizeof(PyObject *),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Pack_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->missing);
    Py_VISIT(state->Pack_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->missing);
    Py_CLEAR(state->Pack_Type);
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
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Pack_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Pack_Type_spec, NULL);
    if (state->Pack_Type == NULL) {
        return -1;
    }
    state->missing = PyUnicode_FromString("missing");
    Py_INCREF(state->Pack_Type);
    if (state->missing == NULL
        || PyModule_AddObject(m, "Pack", (PyObject *)state->Pack_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
