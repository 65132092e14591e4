#define UNIT "egg"
#include "common.h"

PyObject *
egg_names(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    if (unit_name == NULL && (unit_name = PyUnicode_FromString("the egg")) == NULL) {
        return NULL;
    }
    return Py_BuildValue("(ON)", unit_name, unit_tag());
}
