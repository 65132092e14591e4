#include <Python.h>

#define MAX_FREE 4

typedef struct {
    PyObject_HEAD
    PyObject *key;
} CellObject;

static PyObject *cells[MAX_FREE];
static int n_cells;

static PyTypeObject CellType;

static void
cell_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((CellObject *)self)->key);
    if (n_cells != MAX_FREE) {
        cells[n_cells++] = self;
        return;
    }
    PyObject_GC_Del(self);
}

static int
cell_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((CellObject *)self)->key);
    return 0;
}

static int
cell_clear(PyObject *self)
{
    Py_CLEAR(((CellObject *)self)->key);
    return 0;
}

static PyObject *
cell_new(PyObject *Py_UNUSED(module), PyObject *key)
{
    CellObject *cell;

    if (n_cells > 0) {
        cell = (CellObject *)cells[--n_cells];
        PyObject_Init((PyObject *)cell, &CellType);
    }
    else {
        cell = PyObject_GC_New(CellObject, &CellType);
        if (cell == NULL) {
            return NULL;
        }
    }
    Py_INCREF(key);
    cell->key = key;
    PyObject_GC_Track(cell);
    return (PyObject *)cell;
}

static PyObject *
cell_repr(PyObject *self)
{
    return PyUnicode_FromFormat("cell(%R)", ((CellObject *)self)->key);
}

static PyTypeObject CellType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Cell",
    .tp_basicsize = sizeof(CellObject),
    .tp_dealloc = cell_dealloc,
    .tp_repr = cell_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = cell_traverse,
    .tp_clear = cell_clear,
};

static PyMethodDef spam_methods[] = {
    {"cell", cell_new, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&CellType) < 0) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
