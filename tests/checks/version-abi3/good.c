/* options: --abi3 3.10 */
#include "../module.h"

void
release(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc tp_free = (freefunc)PyType_GetSlot(type, Py_tp_free);
    tp_free(self);
    Py_DECREF(type);
}

PyObject *
first(PyObject *tuple)
{
#ifdef Py_LIMITED_API
    return Py_XNewRef(PyTuple_GetItem(tuple, 0));
#else
    return Py_NewRef(PyTuple_GET_ITEM(tuple, 0));
#endif
}

#if !defined(Py_LIMITED_API) || Py_LIMITED_API + 0 >= 0x030d0000
PyObject *
find(PyTypeObject *type, PyModuleDef *definition)
{
    return PyType_GetModuleByDef(type, definition);
}
#endif
