/* What newer Pythons bring, for older ones: the cache is a note. */
#include "../module.h"

#if PY_VERSION_HEX < 0x030d0000
static inline PyObject *
Py_GetConstantBorrowed(unsigned int number)
{
    static PyObject *constants[2];  // want-note: state-static-object
    if (constants[0] == NULL) {
        constants[0] = PyLong_FromLong(0);
        constants[1] = PyLong_FromLong(1);
    }
    return constants[number];
}
#endif

PyObject *
zero(PyObject *module, PyObject *ignored)
{
    return Py_NewRef(Py_GetConstantBorrowed(0));
}
