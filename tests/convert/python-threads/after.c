/* PyGILState_Ensure in the thread that Python called with: an own GIL stays possible. */
#include <Python.h>
#include <pthread.h>
#include <stdlib.h>

static int
descending(const void *left, const void *right)
{
    PyGILState_STATE held = PyGILState_Ensure();
    int result = *(const int *)right - *(const int *)left;
    PyGILState_Release(held);
    return result;
}

typedef struct {
    PyObject *last;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
remember(PyObject *self, PyObject *value)
{
    spam_state *state = get_spam_state(self);
    Py_INCREF(value);
    Py_XSETREF(state->last, value);
    int numbers[] = {1, 3, 2};
    Py_BEGIN_ALLOW_THREADS
    qsort(numbers, 3, sizeof *numbers, descending);
    Py_END_ALLOW_THREADS
    return PyLong_FromLong(numbers[0]);
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->last);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->last);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
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
