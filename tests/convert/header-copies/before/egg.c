#include "common.h"

PyObject *
egg_join(PyObject *list)
{
    PyObject *with = get_separator();
    if (with == NULL) {
        return NULL;
    }
    step();
    return PyUnicode_Join(with, list);
}
