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

/* Whether this is the main interpreter, and whether there is any at all. */
int
is_main(void)
{
    PyInterpreterState *main_one = PyInterpreterState_Main();
    if (PyInterpreterState_Head() == NULL) {
        return 0;
    }
    return PyInterpreterState_Get() == main_one
           || PyInterpreterState_Get() == PyInterpreterState_Main();
}
