/* The critical section locks the module whose state is written. */
#include "../module.h"

typedef struct {
    long total;
} spam_state;

static PyObject *
spam_add(PyObject *module, PyObject *arg)
{
    spam_state *state = PyModule_GetState(module);
    long number = PyLong_AsLong(arg);
    Py_BEGIN_CRITICAL_SECTION(module);
    state->total += number;
    Py_END_CRITICAL_SECTION();
    Py_RETURN_NONE;
}

static PyObject *
spam_take(PyObject *module, PyObject *other)
{
    spam_state *state = PyModule_GetState(module);
    spam_state *theirs = PyModule_GetState(other);
    if (theirs == NULL) {
        return NULL;
    }
    Py_BEGIN_CRITICAL_SECTION2(module, other);
    state->total += theirs->total;
    theirs->total = 0;
    Py_END_CRITICAL_SECTION2();
    Py_RETURN_NONE;
}

static PyObject *
spam_reset(PyObject *Py_UNUSED(module), PyObject *other)
{
    spam_state *theirs = PyModule_GetState(other);
    if (theirs == NULL) {
        return NULL;
    }
    Py_BEGIN_CRITICAL_SECTION(other);
    theirs->total = 0;
    Py_END_CRITICAL_SECTION();
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"add", spam_add, METH_O},
    {"take", spam_take, METH_O},
    {"reset", spam_reset, METH_O},
    {NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    INTERPRETERS_SLOT
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
