// A member function that is C but for that.
#include "../module.h"

struct Spam {
    PyObject *name;
    PyObject *list(PyObject *arg);
};

PyObject *
Spam::list(PyObject *arg)
{
    PyObject *made = PyList_New(0);  // want: lifetime-reference-leaked
    if (made == NULL || PyList_Append(made, arg) < 0) {
        return NULL;
    }
    if (PyList_Append(made, name) < 0) {
        Py_DECREF(made);
        return NULL;
    }
    return made;
}
