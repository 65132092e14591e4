#include "../module.h"

typedef struct {
    PyInterpreterState *interpreter;
    PyObject *callback;
} handler;

void
on_event(handler *self)
{
    PyThreadState *tstate = PyThreadState_New(self->interpreter);
    PyEval_RestoreThread(tstate);
    Py_XDECREF(PyObject_CallNoArgs(self->callback));
    PyThreadState_Clear(tstate);
    PyThreadState_DeleteCurrent();
}
