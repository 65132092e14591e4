/* A helper that a thread of its own calls asserts the type of what it gets: with the state it
 * could not be called there, and without the assertion it does the same. */
#include <Python.h>
#include <assert.h>
#include <pthread.h>

typedef struct {
    PyObject_HEAD
    PyThreadState *thread_state;
    long n_calls;
} Handle;

static PyTypeObject Handle_Type;
static PyObject *HandleError;

static PyThreadState *
handle_thread_state(Handle *self)
{
    assert(self != NULL);
    assert(Py_TYPE(self) == &Handle_Type);
    return self->thread_state;
}

static void *
work(void *data)
{
    Handle *self = data;
    if (handle_thread_state(self) == NULL) {
        return NULL;
    }
    PyEval_AcquireThread(handle_thread_state(self));
    self->n_calls++;
    PyEval_ReleaseThread(handle_thread_state(self));
    return NULL;
}

static PyObject *
handle_run(Handle *self, PyObject *unused)
{
    pthread_t thread;
    assert(Py_TYPE(self) == &Handle_Type);
    if (pthread_create(&thread, NULL, work, self) != 0) {
        PyErr_SetString(HandleError, "no thread");
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS
    pthread_join(thread, NULL);
    Py_END_ALLOW_THREADS
    return PyLong_FromLong(self->n_calls);
}

static PyMethodDef handle_methods[] = {
    {"run", (PyCFunction)handle_run, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Handle_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Handle",
    .tp_basicsize = sizeof(Handle),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = handle_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    HandleError = PyErr_NewException("spam.HandleError", NULL, NULL);
    if (HandleError == NULL || PyType_Ready(&Handle_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Handle_Type);
    if (PyModule_AddObject(m, "Handle", (PyObject *)&Handle_Type) < 0) {
        Py_DECREF(&Handle_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
