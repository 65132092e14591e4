/* Strong references, locks, and what no other thread can change. */
#include "../module.h"

typedef struct {
    PyObject *cache, *names;
} spam_state;

static PyObject *
spam_look_up(PyObject *module, PyObject *key)
{
    spam_state *state = PyModule_GetState(module);
    PyObject *found;
    int is_found = PyDict_GetItemRef(state->cache, key, &found);
    if (is_found != 0) {
        return found;
    }
    found = PyObject_Repr(key);
    if (found != NULL && PyDict_SetItem(state->cache, key, found) < 0) {
        Py_CLEAR(found);
    }
    return found;
}

/* It is not changed after the import. */
static PyObject *
spam_name(PyObject *module, PyObject *key)
{
    spam_state *state = PyModule_GetState(module);
    PyObject *found = PyDict_GetItemWithError(state->names, key);
    return Py_XNewRef(found);
}

/* Whether it is there is all that is asked. */
static PyObject *
spam_has(PyObject *module, PyObject *key)
{
    spam_state *state = PyModule_GetState(module);
    return PyBool_FromLong(PyDict_GetItemWithError(state->cache, key) != NULL);
}

static PyObject *
spam_first(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *item, *text;
    Py_BEGIN_CRITICAL_SECTION(list);
    item = Py_XNewRef(PyList_GetItem(list, 0));
    Py_END_CRITICAL_SECTION();
    text = item != NULL ? PyObject_Str(item) : NULL;
    Py_XDECREF(item);
    return text;
}

/* The list is the function's own; the keywords are the call's, and a tuple does not
 * change. */
static PyObject *
spam_last(PyObject *Py_UNUSED(module), PyObject *args, PyObject *keywords)
{
    PyObject *list = PySequence_List(args);
    if (list == NULL) {
        return NULL;
    }
    if (PyList_GET_SIZE(list) == 0) {
        Py_DECREF(list);
        PyErr_SetString(PyExc_IndexError, "no arguments");
        return NULL;
    }
    PyObject *item = PyList_GET_ITEM(list, PyList_GET_SIZE(list) - 1);
    PyObject *key = keywords != NULL ? PyDict_GetItemString(keywords, "key") : NULL;
    PyObject *result = PyTuple_Pack(3, item, key != NULL ? key : Py_None,
                                    PyTuple_GET_ITEM(args, 0));
    Py_DECREF(list);
    return result;
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->cache = PyDict_New();
    state->names = PyDict_New();
    if (state->cache == NULL || state->names == NULL) {
        return -1;
    }
    return PyDict_SetItemString(state->names, "one", Py_True);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->cache);
    Py_VISIT(state->names);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->cache);
    Py_CLEAR(state->names);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyMethodDef methods[] = {
    {"look_up", spam_look_up, METH_O, NULL},
    {"name", spam_name, METH_O, NULL},
    {"has", spam_has, METH_O, NULL},
    {"first", spam_first, METH_O, NULL},
    {"last", (PyCFunction)(void (*)(void))spam_last, METH_VARARGS | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods, .m_slots = slots, .m_traverse = spam_traverse,
    .m_clear = spam_clear, .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
