#include "../module.h"

/* What a macro does wrong by itself is told where it is used first; what it is given counts each
 * time. */
#define RAISE(type, number)                                                                        \
    do {                                                                                           \
        PyObject *error_ = PyObject_CallFunction(type, "s", "failed");                             \
        PyObject_SetAttrString(error_, "number", number);                                          \
        Py_XDECREF(error_);                                                                        \
    } while (0)

#define DEFINE_MAKER(name, make)                                                                   \
    PyObject *name(PyObject *item)                                                                 \
    {                                                                                              \
        PyObject *result = make;                                                                   \
        PyList_SET_ITEM(result, 0, Py_NewRef(item));                                               \
        return result;                                                                             \
    }

#define DROP(object) Py_DECREF(object)

int
close_it(PyObject *type, PyObject *number)
{
    RAISE(type, number);  // want: access-null-unchecked /* says: in the macro RAISE at */
    return -1;
}

int
flush_it(PyObject *type, PyObject *number)
{
    RAISE(type, number);
    return -1;
}

DEFINE_MAKER(make_one, PyList_New(1))  // want: access-null-unchecked /* says: 1 more finding is about */
DEFINE_MAKER(make_two, PyList_New(2))

int
has_keys(PyObject *mapping)
{
    PyObject *keys = PyMapping_Keys(mapping);
    int is_empty = keys == Py_None;
    DROP(keys);  // want: access-null-unchecked
    return !is_empty;
}

int
has_values(PyObject *mapping)
{
    PyObject *values = PyMapping_Values(mapping);
    int is_empty = values == Py_None;
    DROP(values);  // want: access-null-unchecked
    return !is_empty;
}
