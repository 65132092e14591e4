/* Who lists all interpreters begins with the newest. */
#include "../module.h"

PyObject *
spam_count(PyObject *module, PyObject *unused)
{
    long n = 0;
    for (PyInterpreterState *each = PyInterpreterState_Head(); each != NULL;
         each = PyInterpreterState_Next(each))
    {
        n++;
    }
    return PyLong_FromLong(n);
}
