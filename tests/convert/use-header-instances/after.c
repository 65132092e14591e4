/* Instances are made and freed as insulate.h does it: one call, which drops the type. */
#include <Python.h>
#include "insulate/heap_types.h"

typedef struct {
    PyObject_HEAD
    PyObject *value;
} Box;

typedef struct {
    PyObject_HEAD
    PyObject *value;
} Cell;

typedef struct {
    PyObject_HEAD
    PyObject *item;
} Pair;

/* By its type, in branches, one of them without a cast. */
static void
box_dealloc(Box *self)
{
    PyObject_GC_UnTrack(self);
    if (self->value == NULL) {
        Insulate_Free((PyObject *)self);
        return;
    }
    Py_DECREF(self->value);
    Insulate_Free((PyObject *)self);
}

/* By a function, without braces. */
static void
cell_dealloc(Cell *self)
{
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->value);
    Insulate_Free((PyObject *)self);
}

/* Through a local, which would be left over: as it was. */
static void
pair_dealloc(Pair *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    PyTypeObject *mine = Py_TYPE(self);
    Py_XDECREF(self->item);
    mine->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Cell_Type;
    PyTypeObject *Pair_Type;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_box(PyObject *module, PyObject *value)
{
    spam_state *state = get_spam_state(module);
    Box *box = (Box *)Insulate_Alloc(state->Box_Type);
    if (box == NULL) {
        return NULL;
    }
    Py_INCREF(value);
    box->value = value;
    return (PyObject *)box;
}

static PyObject *
spam_cell(PyObject *module, PyObject *value)
{
    spam_state *state = get_spam_state(module);
    Cell *cell = (Cell *)Insulate_Alloc(state->Cell_Type);
    if (cell == NULL) {
        return NULL;
    }
    Py_INCREF(value);
    cell->value = value;
    return (PyObject *)cell;
}

static PyObject *
spam_pair(PyObject *module, PyObject *value)
{
    spam_state *state = get_spam_state(module);
    Pair *pair = (Pair *)Insulate_Alloc(state->Pair_Type);
    if (pair == NULL) {
        return NULL;
    }
    Py_INCREF(value);
    pair->item = value;
    return (PyObject *)pair;
}

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->value);
    return 0;
}

static PyType_Slot Box_Type_slots[] = {
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

static PyType_Spec Box_Type_spec = {
    .name = "spam.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        INSULATE_IMMUTABLE_IF_POSSIBLE | INSULATE_NO_INSTANCES,
    .slots = Box_Type_slots,
};

static int
Cell_traverse(Cell *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->value);
    return 0;
}

static PyType_Slot Cell_Type_slots[] = {
    {Py_tp_dealloc, cell_dealloc},
    {Py_tp_traverse, Cell_traverse},
    {0, NULL},
};

static PyType_Spec Cell_Type_spec = {
    .name = "spam.Cell",
    .basicsize = sizeof(Cell),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        INSULATE_IMMUTABLE_IF_POSSIBLE | INSULATE_NO_INSTANCES,
    .slots = Cell_Type_slots,
};

static int
Pair_traverse(Pair *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->item);
    return 0;
}

static PyType_Slot Pair_Type_slots[] = {
    {Py_tp_dealloc, pair_dealloc},
    {Py_tp_traverse, Pair_traverse},
    {0, NULL},
};

static PyType_Spec Pair_Type_spec = {
    .name = "spam.Pair",
    .basicsize = sizeof(Pair),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        INSULATE_IMMUTABLE_IF_POSSIBLE | INSULATE_NO_INSTANCES,
    .slots = Pair_Type_slots,
};

static PyMethodDef methods[] = {
    {"box", spam_box, METH_O, NULL},
    {"cell", spam_cell, METH_O, NULL},
    {"pair", spam_pair, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Cell_Type);
    Py_VISIT(state->Pair_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Cell_Type);
    Py_CLEAR(state->Pair_Type);
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
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    if ((state->Box_Type = Insulate_NewType(module, &Box_Type_spec,
                                            NULL)) == NULL
        || (state->Cell_Type = Insulate_NewType(module, &Cell_Type_spec,
                                                NULL)) == NULL
        || (state->Pair_Type = Insulate_NewType(module, &Pair_Type_spec,
                                                NULL)) == NULL)
    {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
