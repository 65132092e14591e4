/* One type stays, as it never frees its instances.  The memory whose objects nothing visits
 * moves all the same, which is told. */
#include <Python.h>

static PyObject *BadError;

typedef struct {
    PyObject_HEAD
    int size;
} Thing;

static PyObject *
base_size(PyObject *self, PyObject *ignored)
{
    return PyLong_FromLong(((Thing *)self)->size);
}

static PyMethodDef base_methods[] = {
    {"size", base_size, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Base_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Base",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = base_methods,
    .tp_new = PyType_GenericNew,
};

static void
bad_dealloc(PyObject *self)
{
    Py_CLEAR(BadError);
}

static PyObject *
bad_fail(PyObject *self, PyObject *ignored)
{
    PyErr_SetString(BadError, "bad");
    return NULL;
}

static PyMethodDef bad_methods[] = {
    {"fail", bad_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Bad_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Bad",
    .tp_basicsize = sizeof(Thing),
    .tp_base = &Base_Type,
    .tp_dealloc = bad_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = bad_methods,
    .tp_new = PyType_GenericNew,
};

struct entry {
    PyObject *key;
    long count;
};

static struct entry *entries;
static size_t n_entries, room;

static PyObject *
spam_count(PyObject *self, PyObject *key)
{
    for (size_t i = 0; i < n_entries; i++) {
        if (entries[i].key == key) {
            return PyLong_FromLong(++entries[i].count);
        }
    }
    if (n_entries == room) {
        struct entry *grown = PyMem_Realloc(entries, (room + 8) * sizeof(struct entry));
        if (grown == NULL) {
            return PyErr_NoMemory();
        }
        entries = grown;
        room += 8;
    }
    Py_INCREF(key);
    entries[n_entries].key = key;
    entries[n_entries].count = 1;
    n_entries++;
    return PyLong_FromLong(1);
}

static PyMethodDef methods[] = {
    {"count", spam_count, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    BadError = PyErr_NewException("spam.BadError", NULL, NULL);
    if (BadError == NULL || PyType_Ready(&Base_Type) < 0 || PyType_Ready(&Bad_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
