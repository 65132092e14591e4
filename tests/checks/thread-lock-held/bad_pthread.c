/* A POSIX mutex of the process, held while Python code runs. */
#include "../module.h"

#include <pthread.h>

typedef struct {
    long n_calls;
} spam_state;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static PyObject *
spam_text(PyObject *module, PyObject *object)
{
    spam_state *state = PyModule_GetState(module);
    Py_BEGIN_ALLOW_THREADS
    pthread_mutex_lock(&mutex);
    Py_END_ALLOW_THREADS
    PyObject *text = PyObject_Repr(object);  // want: thread-lock-held
    state->n_calls++;
    pthread_mutex_unlock(&mutex);
    return text;
}

static PyMethodDef methods[] = {
    {"text", spam_text, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
