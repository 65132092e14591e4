#include <Python.h>

#define MAX_FREE 4

typedef struct {
    PyObject_HEAD
    PyObject *key;
} CellObject;

typedef struct {
    PyObject *cells[MAX_FREE];
    int n_cells;
    PyTypeObject *CellType;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static struct PyModuleDef spam_module;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
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

static void
cell_dealloc(PyObject *self)
{
    spam_state *state = find_spam_state(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((CellObject *)self)->key);
    if (state != NULL && state->n_cells != MAX_FREE) {
        state->cells[state->n_cells++] = self;
        Py_DECREF(tp);
        return;
    }
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
cell_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
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
cell_new(PyObject *module, PyObject *key)
{
    spam_state *state = get_spam_state(module);
    CellObject *cell;

    if (state->n_cells > 0) {
        cell = (CellObject *)state->cells[--state->n_cells];
        PyObject_Init((PyObject *)cell, state->CellType);
    }
    else {
        cell = PyObject_GC_New(CellObject, state->CellType);
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

static PyType_Slot CellType_slots[] = {
    {Py_tp_dealloc, cell_dealloc},
    {Py_tp_repr, cell_repr},
    {Py_tp_traverse, cell_traverse},
    {Py_tp_clear, cell_clear},
    {0, NULL},
};

static PyType_Spec CellType_spec = {
    .name = "spam.Cell",
    .basicsize = sizeof(CellObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = CellType_slots,
};

static PyMethodDef spam_methods[] = {
    {"cell", cell_new, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->CellType);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    while (state->n_cells > 0) {
        PyObject_GC_Del(state->cells[--state->n_cells]);
    }
    Py_CLEAR(state->CellType);
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
    state->CellType = spam_new_type(module, &CellType_spec);
    if (state->CellType == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
