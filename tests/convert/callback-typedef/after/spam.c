/* The state has a field of a type that takes the state: the header declares the state, then
 * the type, then the struct. */
#include <Python.h>
#include "nodelib.h"
#include "spam_state.h"

static int
on_each(spam_state *state, int number, void *data)
{
    (void)data;
    PyObject *result = PyObject_CallFunction(state->visitor, "i", number);
    if (result == NULL) {
        return -1;
    }
    Py_DECREF(result);
    return 0;
}

static PyObject *
walk(PyObject *self, PyObject *callable)
{
    spam_state *state = get_spam_state(self);
    Py_INCREF(callable);
    Py_XSETREF(state->visitor, callable);
    nodelib_on_event(state, on_each, NULL);
    if (nodelib_walk(state, 3, on_each, NULL) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
fire(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    if (nodelib_fire(state, 4) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"walk", walk, METH_O, NULL},
    {"fire", fire, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->visitor);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->visitor);
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
