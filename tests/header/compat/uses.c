/* The back-ports beside pythoncapi_compat.h, included before or after them. */
#ifdef COMPAT_FIRST
#  include "pythoncapi_compat.h"
#endif
#include <insulate/backports.h>
#include <insulate.h>
#ifndef COMPAT_FIRST
#  include "pythoncapi_compat.h"
#endif

PyObject *uses(PyObject *module, PyObject *list, PyObject *dict);

PyObject *
uses(PyObject *module, PyObject *list, PyObject *dict)
{
    PyObject *item = PyList_GetItemRef(list, Py_T_SHORT);
    PyObject *value = NULL;
    if (item == NULL || PyModule_AddObjectRef(module, "item", item) < 0) {
        return NULL;
    }
    Py_BEGIN_CRITICAL_SECTION(dict);
    (void)PyDict_GetItemRef(dict, item, &value);
    Py_END_CRITICAL_SECTION();
    Py_DECREF(item);
    return value == NULL ? Py_NewRef(module) : value;
}
