/* Functions that CPython 3.13 keeps to itself, by their description: what is built into it may
 * call them, and what the bench builds of that could not be loaded without. */
#include <Python.h>

/* Calls with keywords, of a function that takes none, are refused. */
__attribute__((visibility("hidden"))) int
_PyArg_NoKwnames(const char *name, PyObject *keywords)
{
    if (keywords == NULL || PyTuple_GET_SIZE(keywords) == 0) {
        return 1;
    }
    PyErr_Format(PyExc_TypeError, "%s() takes no keyword arguments", name);
    return 0;
}

/* The hash only makes it faster. */
__attribute__((visibility("hidden"))) int
_PyDict_Pop_KnownHash(PyDictObject *dict, PyObject *key, Py_hash_t hash, PyObject **result)
{
    (void)hash;
    return PyDict_Pop((PyObject *)dict, key, result);
}
