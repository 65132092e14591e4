/* A comparison function gets two elements and nothing else.  The module has multi-phase
 * initialisation, and loses its opt-out: an interpreter loads it once, the process as often as it has
 * interpreters. */
#include <Python.h>
#include <stdlib.h>

typedef struct {
    PyObject *key_function;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

/* For functions that no module is passed to: the interpreter keeps its only one.  NULL with
 * an exception set if the interpreter has not imported it. */
static inline spam_state *
get_spam_state_by_interpreter(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *module = dict != NULL
        ? PyDict_GetItemString(dict, "spam.module") : NULL;
    if (module == NULL) {
        PyErr_SetString(PyExc_ImportError,
                        "spam is not imported in this interpreter");
        return NULL;
    }
    return get_spam_state(module);
}

static int
compare(const void *left, const void *right)
{
    spam_state *state = get_spam_state_by_interpreter();
    if (state == NULL) {
        Py_FatalError("spam is not imported in this interpreter");
    }
    PyObject *a = PyObject_CallFunctionObjArgs(state->key_function,
                                               *(PyObject *const *)left, NULL);
    PyObject *b = PyObject_CallFunctionObjArgs(
        state->key_function, *(PyObject *const *)right, NULL);
    int result = a != NULL && b != NULL ? PyObject_RichCompareBool(a, b, Py_GT) : 0;
    Py_XDECREF(a);
    Py_XDECREF(b);
    return result;
}

static PyObject *
spam_set_key(PyObject *module, PyObject *function)
{
    spam_state *state = get_spam_state(module);
    Py_INCREF(function);
    Py_XSETREF(state->key_function, function);
    Py_RETURN_NONE;
}

static PyObject *
spam_sort(PyObject *module, PyObject *list)
{
    spam_state *state = get_spam_state(module);
    PyObject *items[8];
    Py_ssize_t n = PyList_Check(list) ? PyList_GET_SIZE(list) : -1;
    if (n < 0 || n > 8 || state->key_function == NULL) {
        PyErr_SetString(PyExc_ValueError, "expected a short list, and a key");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        items[i] = PyList_GET_ITEM(list, i);
        Py_INCREF(items[i]);
    }
    qsort(items, (size_t)n, sizeof(*items), compare);
    PyObject *result = PyErr_Occurred() ? NULL : PyList_New(n);
    for (Py_ssize_t i = 0; i < n; i++) {
        if (result != NULL) {
            PyList_SET_ITEM(result, i, items[i]);
        }
        else {
            Py_DECREF(items[i]);
        }
    }
    return result;
}

static PyMethodDef spam_methods[] = {
    {"set_key", spam_set_key, METH_O, NULL},
    {"sort", spam_sort, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    return PyModule_AddIntConstant(module, "limit", 8);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->key_function);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->key_function);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

/* The interpreter keeps the module until it ends, and can load no other. */
static int
spam_exec_alone(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    if (dict == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    if (PyDict_GetItemString(dict, "spam.module") != NULL) {
        PyErr_SetString(PyExc_ImportError,
            "cannot load module more than once per interpreter");
        return -1;
    }
    if (PyDict_SetItemString(dict, "spam.module", module) < 0) {
        return -1;
    }
    if (spam_exec(module) < 0) {
        PyObject *type, *value, *traceback;
        PyErr_Fetch(&type, &value, &traceback);
        if (PyDict_DelItemString(dict, "spam.module") < 0) {
            PyErr_Clear();
        }
        PyErr_Restore(type, value, traceback);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec_alone},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_size = sizeof(spam_state),
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
