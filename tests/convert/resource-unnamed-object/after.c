/* Objects whose pointers do not say that they lead to one: nobody gives them back with the module.
 * What is only borrowed, and what the module gives back, is not told. */
#include <Python.h>

struct entry_record {
    void *value;
};

typedef struct {
    void *list;
    size_t number;
    struct entry_record entry;
    void *lists[2];
    void *borrowed;
    void *released;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
use(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    if (state->list == NULL) {
        state->list = PyList_New(0);
        if (state->list == NULL) {
            return NULL;
        }
        state->number = (size_t)PyList_New(0);
        if (state->number == 0) {
            return NULL;
        }
        state->entry.value = PyList_New(0);
        if (state->entry.value == NULL) {
            return NULL;
        }
        state->lists[1] = PyList_New(0);
        if (state->lists[1] == NULL) {
            return NULL;
        }
    }
    state->borrowed = PyList_GetItem(arg, 0);
    if (state->borrowed == NULL) {
        return NULL;
    }
    state->released = PyList_New(0);
    if (state->released == NULL) {
        return NULL;
    }
    Py_DECREF((PyObject *)state->released);
    state->released = NULL;
    return PyBool_FromLong(state->borrowed == Py_None);
}

static PyMethodDef methods[] = {
    {"use", use, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
