/* An object that nothing is done with but to lock it.  It needs Python 3.13. */
#include "../module.h"

static PyObject door = {0};

int
pass(void)
{
    PyCriticalSection section;
    PyCriticalSection_Begin(&section, &door);
    int answer = PyErr_CheckSignals();
    PyCriticalSection_End(&section);
    return answer;
}
