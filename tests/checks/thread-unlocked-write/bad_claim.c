/* options: --claim gil-not-used */
/* The module declares nothing; what would race is asked. */
#include "../module.h"

typedef struct {
    long n_calls;
} spam_state;

static PyObject *
spam_count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    return PyLong_FromLong(++state->n_calls);  // want: thread-unlocked-write
}

static PyMethodDef methods[] = {
    {"count", spam_count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    INTERPRETERS_SLOT {0, NULL},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
