/* Borrowed references to what other threads can take out of a list or dictionary. */
#include "../module.h"

typedef struct {
    PyObject *cache, *names;
} spam_state;

static PyObject *
spam_look_up(PyObject *module, PyObject *key)
{
    spam_state *state = PyModule_GetState(module);
    PyObject *found = PyDict_GetItemWithError(state->cache, key);  // want: thread-borrowed-reference
    if (found != NULL) {
        return Py_NewRef(found);
    }
    if (PyErr_Occurred() || (found = PyObject_Repr(key)) == NULL) {
        return NULL;
    }
    if (PyDict_SetItem(state->cache, key, found) < 0) {
        Py_DECREF(found);
        return NULL;
    }
    return found;
}

static PyObject *
spam_first(PyObject *Py_UNUSED(module), PyObject *list)
{
    PyObject *item = PyList_GetItem(list, 0);  // want: thread-borrowed-reference
    return item != NULL ? PyObject_Str(item) : NULL;
}

static PyObject *
spam_count(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t n)
{
    Py_ssize_t position = 0, n_true = 0;
    PyObject *key, *value;
    PyObject *counted = n > 0 ? args[0] : NULL;
    if (counted == NULL || !PyDict_Check(counted)) {
        Py_RETURN_NONE;
    }
    while (PyDict_Next(counted, &position, &key, &value)) {  // want: thread-borrowed-reference
        n_true += PyObject_IsTrue(value) > 0;
    }
    return PyLong_FromSsize_t(n_true);
}

/* A list is given back itself. */
static PyObject *
spam_join(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *words, *joined = NULL;
    if (!PyArg_ParseTuple(args, "O", &words)) {
        return NULL;
    }
    PyObject *fast = PySequence_Fast(words, "not a sequence");
    if (fast == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(fast); i++) {
        PyObject *word = PySequence_Fast_GET_ITEM(fast, i);  // want: thread-borrowed-reference
        Py_XSETREF(joined, joined != NULL ? PyUnicode_Concat(joined, word)
                                          : PyObject_Str(word));
        if (joined == NULL) {
            break;
        }
    }
    Py_DECREF(fast);
    return joined;
}

static PyObject *
spam_module_of(PyObject *Py_UNUSED(module), PyObject *name)
{
    const char *text = PyUnicode_AsUTF8(name);
    PyObject *found = text != NULL ? PyImport_AddModule(text) : NULL;  // want: thread-borrowed-reference
    return Py_XNewRef(found);
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
    {"first", spam_first, METH_O, NULL},
    {"count", (PyCFunction)(void (*)(void))spam_count, METH_FASTCALL, NULL},
    {"join", spam_join, METH_VARARGS, NULL},
    {"module_of", spam_module_of, METH_O, NULL},
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
