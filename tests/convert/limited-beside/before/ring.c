/* As cffi writes them: a library of its own, for the limited API. */
#define Py_LIMITED_API 0x03050000
#include <Python.h>

int
ring_size(int n)
{
    return n * 2;
}
