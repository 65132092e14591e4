#include <Python.h>
/* Another compiler has this header. */
#ifdef __clang__
#include <no-such-header.h>
#endif

extern struct PyModuleDef definition;

PyObject *find_module(void);

PyObject *
find_module(void)
{
    return PyState_FindModule(&definition);
}
