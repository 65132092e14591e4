/* Instances are made and freed as insulate.h does it: one call, which drops the type. */
#include <Python.h>

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

static PyTypeObject Box_Type;
static PyTypeObject Cell_Type;
static PyTypeObject Pair_Type;

/* By its type, in branches, one of them without a cast. */
static void
box_dealloc(Box *self)
{
    if (self->value == NULL) {
        Py_TYPE(self)->tp_free(self);
        return;
    }
    Py_DECREF(self->value);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* By a function, without braces. */
static void
cell_dealloc(Cell *self)
{
    Py_XDECREF(self->value);
    PyObject_Del(self);
}

/* Through a local, which would be left over: as it was. */
static void
pair_dealloc(Pair *self)
{
    PyTypeObject *mine = Py_TYPE(self);
    Py_XDECREF(self->item);
    mine->tp_free((PyObject *)self);
}

static PyObject *
spam_box(PyObject *module, PyObject *value)
{
    Box *box = PyObject_New(Box, &Box_Type);
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
    Cell *cell = PyObject_New(Cell, &Cell_Type);
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
    Pair *pair = PyObject_New(Pair, &Pair_Type);
    if (pair == NULL) {
        return NULL;
    }
    Py_INCREF(value);
    pair->item = value;
    return (PyObject *)pair;
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Cell_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Cell",
    .tp_basicsize = sizeof(Cell),
    .tp_dealloc = (destructor)cell_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Pair_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Pair",
    .tp_basicsize = sizeof(Pair),
    .tp_dealloc = (destructor)pair_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyMethodDef methods[] = {
    {"box", spam_box, METH_O, NULL},
    {"cell", spam_cell, METH_O, NULL},
    {"pair", spam_pair, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Box_Type) < 0 || PyType_Ready(&Cell_Type) < 0
        || PyType_Ready(&Pair_Type) < 0)
    {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
