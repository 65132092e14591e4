#include "../module.h"

PyThreadState *
attach(PyInterpreterState *interpreter)
{
    return PyThreadState_New(interpreter ? interpreter : PyInterpreterState_Get());
}

/* Nothing calls it. */
static PyThreadState *
unused_attach(void)
{
    return PyThreadState_New(PyInterpreterState_Main());
}
