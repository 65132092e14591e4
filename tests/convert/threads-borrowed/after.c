#include <Python.h>
typedef struct { PyObject *cache; } spam_state;

#if PY_VERSION_HEX < 0x030D0000
static inline PyObject *
PyList_GetItemRef(PyObject *list, Py_ssize_t index)
{
    PyObject *item = PyList_GetItem(list, index);
    Py_XINCREF(item);
    return item;
}
#endif

/* A new reference; NULL without an exception if the key is missing. */
static inline PyObject *
spam_get_item_ref(PyObject *dict, PyObject *key)
{
#if PY_VERSION_HEX >= 0x030D0000
    PyObject *value = NULL;
    return PyDict_GetItemRef(dict, key, &value) < 0 ? NULL : value;
#else
    PyObject *value = PyDict_GetItemWithError(dict, key);
    Py_XINCREF(value);
    return value;
#endif
}

static PyObject *
spam_first(PyObject *module, PyObject *list)
{
    PyObject *item = PyList_GetItemRef(list, 0);
    if (item == NULL) {
        return NULL;
    }
    PyObject *result = PyObject_Str(item);
    Py_XDECREF(item);
    return result;
}

static PyObject *
spam_get(PyObject *module, PyObject *key)
{
    spam_state *state = PyModule_GetState(module);
    PyObject *found = spam_get_item_ref(state->cache, key);
    if (found == NULL) {
        if (PyErr_Occurred()) {
            return NULL;
        }
        Py_RETURN_NONE;
    }
    return found;
}

static PyObject *
spam_has(PyObject *module, PyObject *list)
{
    PyObject *item;
    if ((item = PyList_GetItemRef(list, 0)) == NULL) {
        return NULL;
    }
    if (!PyLong_Check(item)) {
        PyErr_SetString(PyExc_TypeError, "no number");
        Py_XDECREF(item);
        return NULL;
    }
    if (PyLong_AsLong(item) == 0) {
        Py_XDECREF(item);
        Py_RETURN_FALSE;
    }
    return item;
}

static PyObject *
spam_put(PyObject *module, PyObject *key)
{
    spam_state *state = PyModule_GetState(module);
    if (PyDict_SetItem(state->cache, key, Py_None) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}
static PyMethodDef spam_methods[] = {
    {"first", spam_first, METH_O, NULL},
    {"get", spam_get, METH_O, NULL},
    {"has", spam_has, METH_O, NULL},
    {"put", spam_put, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->cache = PyDict_New();
    return state->cache != NULL ? 0 : -1;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->cache);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->cache);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_MOD_GIL_NOT_USED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
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

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
