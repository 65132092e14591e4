/* Hooks that may be left before their end: what moves is visited and released above. */
#include <Python.h>

typedef struct {
    PyObject *word;
    int is_open;
} module_state;

static PyObject *cache;

static PyObject *
put(PyObject *Py_UNUSED(module), PyObject *key)
{
    if (cache == NULL && (cache = PyDict_New()) == NULL) {
        return NULL;
    }
    if (PyDict_SetItem(cache, key, Py_None) < 0) {
        return NULL;
    }
    return PyLong_FromSsize_t(PyDict_Size(cache));
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *st = PyModule_GetState(module);
    if (!st) {
        return 1;
    }
    if (!st->is_open) {
        return 0;
    }
    Py_VISIT(st->word);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    module_state *st = PyModule_GetState(module);

    if (st->is_open) {
        Py_CLEAR(st->word);
        return 0;
    }
    return 0;
}

static void
spam_free(void *module)
{
    module_state *st = PyModule_GetState((PyObject *)module);

    if (st == NULL) {
        return;
    }
    Py_XDECREF(st->word);
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(module_state),
    .m_methods = methods,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    module_state *st = PyModule_GetState(module);
    st->word = PyUnicode_FromString("w");
    return module;
}
