/* An array of structs with objects that the module's own m_free gives back: what leads back to
 * the module from there keeps it, and that is said. */
#include <Python.h>

typedef struct {
    PyObject *key, *value;
} Entry;

static Entry *entries;
static size_t n_entries, room;

static PyObject *
remember(PyObject *self, PyObject *args)
{
    PyObject *key, *value;
    if (!PyArg_ParseTuple(args, "OO", &key, &value)) {
        return NULL;
    }
    if (n_entries == room) {
        size_t more = room != 0 ? room * 2 : 8;
        Entry *grown = PyMem_Realloc(entries, more * sizeof(Entry));
        if (grown == NULL) {
            return PyErr_NoMemory();
        }
        entries = grown;
        room = more;
    }
    Py_INCREF(key);
    Py_INCREF(value);
    entries[n_entries].key = key;
    entries[n_entries].value = value;
    n_entries++;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
spam_free(void *module)
{
    for (size_t i = 0; i < n_entries; i++) {
        Py_CLEAR(entries[i].key);
        Py_CLEAR(entries[i].value);
    }
    PyMem_Free(entries);
    entries = NULL;
    n_entries = room = 0;
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&definition);
}
