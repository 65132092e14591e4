// A lambda that runs once in the process would fill the state of one module object.
#include <Python.h>
#include <mutex>

static std::once_flag once;
static int *table;

typedef struct {
    long n_calls;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
look(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    std::call_once(once, [&] {
        table = new int[10]();
    });
    state->n_calls++;
    return PyLong_FromLong(table[3] + state->n_calls);
}

static PyMethodDef methods[] = {
    {"look", look, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, nullptr},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, sizeof(spam_state), methods, spam_slots, nullptr, nullptr, nullptr,
};

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&definition);
}
