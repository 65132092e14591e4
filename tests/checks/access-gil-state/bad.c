#include "../module.h"

void
on_event(void *callback)
{
    PyGILState_STATE state = PyGILState_Ensure();  // want: access-gil-state
    Py_XDECREF(PyObject_CallNoArgs((PyObject *)callback));
    PyGILState_Release(state);
}

void
on_later_event(void *callback)
{
    PyThreadState *tstate = PyGILState_GetThisThreadState();  // want: access-gil-state
    PyEval_RestoreThread(tstate);
    Py_XDECREF(PyObject_CallNoArgs((PyObject *)callback));
    PyEval_SaveThread();
}
