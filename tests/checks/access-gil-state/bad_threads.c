/* Which of them run in a thread that CPython does not know? */
#include "../module.h"

#include <pthread.h>
#include <stdlib.h>

struct job {
    PyObject *callable;
    void (*run)(PyObject *);
};

extern void library_on_event(void (*callback)(void *), void *data);

static void
call_attached(PyObject *callable)
{
    PyGILState_STATE state = PyGILState_Ensure();  // want-error: access-gil-state
    Py_XDECREF(PyObject_CallNoArgs(callable));
    PyGILState_Release(state);
}

static void *
run(void *argument)
{
    struct job *job = argument;
    call_attached(job->callable);
    return NULL;
}

static int
begin_thread(void *(*first)(void *), void *argument)
{
    pthread_t thread;
    return pthread_create(&thread, NULL, first, argument);
}

/* A library calls it: in what thread is not known. */
static void
on_event(void *callable)
{
    PyGILState_STATE state = PyGILState_Ensure();  // want: access-gil-state
    Py_XDECREF(PyObject_CallNoArgs((PyObject *)callable));
    PyGILState_Release(state);
}

/* qsort calls it before it returns. */
static int
descending(const void *left, const void *right)
{
    PyGILState_STATE state = PyGILState_Ensure();  // want: access-gil-state
    int result = *(const int *)right - *(const int *)left;
    PyGILState_Release(state);
    return result;
}

static PyObject *
start(PyObject *Py_UNUSED(module), PyObject *callable)
{
    static const int given[] = {1, 3, 2};
    int numbers[] = {given[0], given[1], given[2]};
    struct job job = {callable, NULL};
    qsort(numbers, 3, sizeof *numbers, descending);
    library_on_event(on_event, callable);
    return PyLong_FromLong(begin_thread(run, &job));
}

static PyMethodDef methods[] = {
    {"start", start, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    INTERPRETERS_SLOT
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
