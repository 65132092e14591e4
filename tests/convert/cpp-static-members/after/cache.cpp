#include "cache.hpp"
#include "spam_state.h"

PyObject *
Cache::find(spam_state *st, PyObject *key)
{
    if (st->found == nullptr && (st->found = PyDict_New()) == nullptr)
        return nullptr;
    PyObject *value = PyDict_GetItemWithError(st->found, key);
    if (value == nullptr && !PyErr_Occurred())
        PyErr_SetObject(st->error, key);
    return Py_XNewRef(value);
}

PyObject *
Cache::clear(PyObject *module, PyObject *)
{
    spam_state *st = get_spam_state(module);
    Py_CLEAR(st->found);
    Py_RETURN_NONE;
}

long
Cache::calls(spam_state *st, bool counts)
{
    return counts ? ++st->n : st->n;
}
