#include <Python.h>

/* The definition bears the name that generated code would like for a local. */
static struct PyModuleDef module;

typedef struct {
    PyObject_HEAD
    PyObject *value;
} CellObject;

typedef struct {
    PyObject *zero;
    PyTypeObject *Cell_Type;
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

/* By a type of this module that has no subclasses. */
static inline spam_state *
get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
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
cell_of(spam_state *state, PyObject *value)
{
    CellObject *self = (CellObject *)state->Cell_Type->tp_alloc(
        state->Cell_Type, 0);
    if (self == NULL) {
        return NULL;
    }
    if (!PyLong_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "an int is wanted");
        {
            PyTypeObject *tp = Py_TYPE(self);
            PyObject_GC_UnTrack(self);
            tp->tp_free(self);
            Py_DECREF(tp);
        }
        return NULL;
    }
    if (PyObject_IsTrue(value) < 0)
        {
            PyTypeObject *tp = Py_TYPE(self);
            PyObject_GC_UnTrack(self);
            tp->tp_free(self);
            Py_DECREF(tp);
        }
    Py_INCREF(value);
    self->value = value;
    return (PyObject *)self;
}

static void
cell_dealloc(CellObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_DECREF(self->value);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
cell_reset(CellObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    PyObject *old = self->value;
    Py_INCREF(state->zero);
    self->value = state->zero;
    Py_DECREF(old);
    Py_RETURN_NONE;
}

static PyMethodDef cell_methods[] = {
    {"reset", (PyCFunction)cell_reset, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
Cell_traverse(CellObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->value);
    return 0;
}

static PyType_Slot Cell_Type_slots[] = {
    {Py_tp_dealloc, cell_dealloc},
    {Py_tp_methods, cell_methods},
    {Py_tp_traverse, Cell_traverse},
    {0, NULL},
};

static PyType_Spec Cell_Type_spec = {
    .name = "spam.Cell",
    .basicsize = sizeof(CellObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Cell_Type_slots,
};

static PyObject *
spam_cell(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    return cell_of(state, arg);
}

static PyMethodDef spam_methods[] = {
    {"cell", spam_cell, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->zero);
    Py_VISIT(state->Cell_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->zero);
    Py_CLEAR(state->Cell_Type);
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

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
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
    state->Cell_Type = spam_new_type(module, &Cell_Type_spec);
    if (state->Cell_Type == NULL) {
        return -1;
    }
    state->zero = PyLong_FromLong(0);
    if (state->zero == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&module);
}
