#include <Python.h>

typedef struct {
    PyObject_VAR_HEAD
    double items[1];
} RowObject;

typedef struct {
    int n_rows;
    PyTypeObject *RowType;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static spam_state *get_spam_state_by_type(PyTypeObject *type);

static spam_state *find_spam_state(PyTypeObject *type);

static PyObject *
Row_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    spam_state *state = get_spam_state_by_type(type);
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "n", &n))
        return NULL;
    RowObject *self = (RowObject *) type->tp_alloc(type, n);
    if (self == NULL)
        return NULL;
    state->n_rows++;
    return (PyObject *) self;
}

static void
Row_dealloc(PyObject *self)
{
    spam_state *state = find_spam_state(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (state != NULL) {
        state->n_rows--;
    }
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(tp);
}

static Py_ssize_t
Row_len(PyObject *self)
{
    return Py_SIZE(self);
}

static int
Row_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot RowType_slots[] = {
    {Py_tp_doc, (void *)"A row."},
    {Py_sq_length, (void *)Row_len},
    {Py_tp_new, (void *)Row_new},
    {Py_tp_dealloc, (void *)Row_dealloc},
    {Py_tp_traverse, (void *)Row_traverse},
    {0, NULL},
};

static PyType_Spec RowType_spec = {
    "spam.Row",
    sizeof(RowObject) - sizeof(double),
    sizeof(double),
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    RowType_slots,
};

static PyObject *
count(PyObject *module, PyObject *)
{
    spam_state *state = get_spam_state(module);
    return PyLong_FromLong(state->n_rows);
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->RowType);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->RowType);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    "spam",
    "Rows of numbers.",
    sizeof(spam_state),
    methods,
    spam_slots,
    spam_traverse,
    spam_clear,
    spam_free,
};

static spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *own_module = PyType_GetModuleByDef(type, &module);
#else
    PyObject *own_module = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != NULL && PyModule_GetDef(candidate) == &module) {
            own_module = candidate;
            break;
        }
    }
#endif
    return own_module != NULL ? get_spam_state(own_module) : NULL;
}

/* For functions that deallocate an instance: NULL if the garbage collector has
 * already cleared the type. */
static spam_state *
find_spam_state(PyTypeObject *type)
{
    for (; type != NULL; type = type->tp_base) {
        if (!PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
            break;
        }
        PyObject *own_module = ((PyHeapTypeObject *)type)->ht_module;
        if (own_module != NULL && PyModule_GetDef(own_module) == &module) {
            return get_spam_state(own_module);
        }
    }
    return NULL;
}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->RowType = (PyTypeObject *)PyType_FromModuleAndSpec(m, &RowType_spec,
                                                              NULL);
    if (state->RowType == NULL)
        return -1;
    Py_INCREF(state->RowType);
    if (PyModule_AddObject(m, "Row", (PyObject *) state->RowType) < 0) {
        Py_DECREF(state->RowType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&module);
}
