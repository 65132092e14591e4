/* A table of structs that hold objects, made at run time: it moves, and what is in it is
 * not given up, which is told. */
#include <Python.h>

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
    return PyModule_Create(&spam_module);
}
