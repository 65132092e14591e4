#include "../module.h"

void
on_event(void *callback)
{
    PyGILState_STATE state = PyGILState_Ensure();  // want: access-gil-state
    Py_XDECREF(PyObject_CallNoArgs((PyObject *)callback));
    PyGILState_Release(state);
}
