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

static PyThreadState *
handle_thread_state(Handle *self)
{
    assert(self != NULL);
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

typedef struct {
    PyObject *HandleError;
    PyTypeObject *Handle_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

/* By a type of this module that has no subclasses. */
static inline spam_state *
get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
}

static PyObject *
handle_run(Handle *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    pthread_t thread;
    assert(Py_TYPE(self) == state->Handle_Type);
    if (pthread_create(&thread, NULL, work, self) != 0) {
        PyErr_SetString(state->HandleError, "no thread");
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

static void
Handle_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Handle_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Handle_Type_slots[] = {
    {Py_tp_methods, handle_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Handle_dealloc},
    {Py_tp_traverse, Handle_traverse},
    {0, NULL},
};

static PyType_Spec Handle_Type_spec = {
    .name = "spam.Handle",
    .basicsize = sizeof(Handle),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Handle_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->HandleError);
    Py_VISIT(state->Handle_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->HandleError);
    Py_CLEAR(state->Handle_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->HandleError = PyErr_NewException("spam.HandleError", NULL, NULL);
    if (state->HandleError == NULL
        || (state->Handle_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Handle_Type_spec, NULL)) == NULL) {
        return -1;
    }
    Py_INCREF(state->Handle_Type);
    if (PyModule_AddObject(m, "Handle", (PyObject *)state->Handle_Type) < 0) {
        Py_DECREF(state->Handle_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
