#include "../module.h"

static int
note_call(void *data)
{
    return 0;
}

PyThreadState *
attach(void)
{
    return PyThreadState_New(PyInterpreterState_Main());  // want: access-main-interpreter
}

int
later(void *data)
{
    return Py_AddPendingCall(&note_call, data);  // want: access-main-interpreter
}
