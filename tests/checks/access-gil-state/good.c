#include "../module.h"

typedef struct {
    PyInterpreterState *interpreter;
    PyObject *callback;
} handler;

/* Which thread state this thread has is no question about an interpreter's. */
int
is_inside(handler *self)
{
    PyThreadState *own = PyGILState_GetThisThreadState();
    return own != NULL && PyThreadState_GetInterpreter(own) == self->interpreter;
}

int
is_the_same(PyThreadState *tstate)
{
    return PyGILState_GetThisThreadState() == tstate;
}

void
on_event(handler *self)
{
    PyThreadState *tstate = PyThreadState_New(self->interpreter);
    PyEval_RestoreThread(tstate);
    Py_XDECREF(PyObject_CallNoArgs(self->callback));
    PyThreadState_Clear(tstate);
    PyThreadState_DeleteCurrent();
}
