/* The local that holds the state is that of two functions, which one text makes. */
#include <Python.h>
#include "state.h"

static int n_failures;

#define NAME(name) first_##name
#include "template.h"
#undef NAME
#define NAME(name) second_##name
#include "template.h"
#undef NAME

static PyObject *
failures(PyObject *self, PyObject *unused)
{
    return PyLong_FromLong(++n_failures);
}

static PyMethodDef methods[] = {
    {"first", first_fail, METH_NOARGS, NULL},
    {"second", second_fail, METH_NOARGS, NULL},
    {"failures", failures, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    STATE_FROM_MODULE(module);
    Py_VISIT(MODULE_STATE->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    STATE_FROM_MODULE(module);
    Py_CLEAR(MODULE_STATE->error);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

static int
spam_exec(PyObject *module)
{
    STATE_FROM_MODULE(module);
    _state->error = PyErr_NewException("spam.Error", NULL, NULL);
    return _state->error != NULL ? 0 : -1;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(module_state),
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
