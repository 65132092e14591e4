/* Calls itself without end. */
#include "module.h"

static int
deeper(volatile int depth)
{
    volatile char room[1000];
    room[0] = (char)depth;
    return depth == 0 ? 0 : deeper(depth + 1) + room[0];
}

static int
execute(PyObject *module)
{
    (void)module;
    volatile int depth = deeper(1);
    (void)depth;
    return 0;
}

MODULE(overflows_stack, execute, NULL, OWN_GIL)
