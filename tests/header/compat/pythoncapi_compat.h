/* Stands for the file of that name: the same functions under the same conditions, none of
 * which asks whether somebody else has defined them. */
#ifndef PYTHONCAPI_COMPAT
#define PYTHONCAPI_COMPAT

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000 && !defined(Py_NewRef)
static inline PyObject *
compat_new_ref(PyObject *object)
{
    Py_INCREF(object);
    return object;
}
#  define Py_NewRef(object) compat_new_ref(object)
#endif
#if PY_VERSION_HEX < 0x030A0000
static inline int
PyModule_AddObjectRef(PyObject *module, const char *name, PyObject *value)
{
    Py_XINCREF(value);
    return PyModule_AddObject(module, name, value);
}
#endif
#if PY_VERSION_HEX < 0x030C0000
#  define Py_T_SHORT      0
#  define Py_T_INT        1
#  define Py_READONLY     1
#endif
#if PY_VERSION_HEX < 0x030D0000
static inline int
PyDict_GetItemRef(PyObject *dict, PyObject *key, PyObject **result)
{
    *result = PyDict_GetItemWithError(dict, key);
    Py_XINCREF(*result);
    return *result != NULL ? 1 : PyErr_Occurred() ? -1 : 0;
}
static inline PyObject *
PyList_GetItemRef(PyObject *list, Py_ssize_t index)
{
    PyObject *item = PyList_GetItem(list, index);
    Py_XINCREF(item);
    return item;
}
#  define Py_BEGIN_CRITICAL_SECTION(op) {
#  define Py_END_CRITICAL_SECTION() }
#  define Py_BEGIN_CRITICAL_SECTION2(a, b) {
#  define Py_END_CRITICAL_SECTION2() }
#endif

#endif
