#include <Python.h>
typedef struct { PyObject *cache; } spam_state;

static PyObject *
spam_first(PyObject *module, PyObject *list)
{
    PyObject *item = PyList_GetItem(list, 0);
    if (item == NULL) {
        return NULL;
    }
    return PyObject_Str(item);
}

static PyObject *
spam_get(PyObject *module, PyObject *key)
{
    spam_state *state = PyModule_GetState(module);
    PyObject *found = PyDict_GetItemWithError(state->cache, key);
    if (found == NULL) {
        if (PyErr_Occurred()) {
            return NULL;
        }
        Py_RETURN_NONE;
    }
    Py_INCREF(found);
    return found;
}

static PyObject *
spam_has(PyObject *module, PyObject *list)
{
    PyObject *item;
    if ((item = PyList_GetItem(list, 0)) == NULL) {
        return NULL;
    }
    if (!PyLong_Check(item)) {
        PyErr_SetString(PyExc_TypeError, "no number");
        return NULL;
    }
    if (PyLong_AsLong(item) == 0) {
        Py_RETURN_FALSE;
    }
    Py_INCREF(item);
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
