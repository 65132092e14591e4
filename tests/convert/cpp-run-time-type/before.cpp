#include <Python.h>

typedef struct {
    PyObject_VAR_HEAD
    double items[1];
} RowObject;

static int n_rows;

static PyObject *
Row_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "n", &n))
        return NULL;
    RowObject *self = (RowObject *) type->tp_alloc(type, n);
    if (self == NULL)
        return NULL;
    n_rows++;
    return (PyObject *) self;
}

static void
Row_dealloc(PyObject *self)
{
    n_rows--;
    Py_TYPE(self)->tp_free(self);
}

static Py_ssize_t
Row_len(PyObject *self)
{
    return Py_SIZE(self);
}

static PySequenceMethods Row_as_sequence = {
    Row_len
};

static PyTypeObject RowType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    /* The rest is given when the module is initialised. */
};

static PyObject *
count(PyObject *, PyObject *)
{
    return PyLong_FromLong(n_rows);
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    "spam",
    "Rows of numbers.",
    -1,
    methods
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    RowType.tp_name = "spam.Row";
    RowType.tp_basicsize = sizeof(RowObject) - sizeof(double);
    RowType.tp_itemsize = 0;
    RowType.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;
    RowType.tp_itemsize = sizeof(double);
    RowType.tp_doc = "A row.";
    RowType.tp_as_sequence = &Row_as_sequence;
    RowType.tp_new = Row_new;
    RowType.tp_dealloc = Row_dealloc;
    if (PyType_Ready(&RowType) < 0)
        return NULL;
    PyObject *m = PyModule_Create(&module);
    if (m == NULL)
        return NULL;
    Py_INCREF(&RowType);
    if (PyModule_AddObject(m, "Row", (PyObject *) &RowType) < 0) {
        Py_DECREF(&RowType);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
