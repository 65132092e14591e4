/* options: --abi3 3.10 */
#include "../module.h"

void
release(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);  // want: version-abi3
    Py_DECREF(type);
}

PyObject *
first(PyObject *tuple)
{
    return Py_NewRef(PyTuple_GET_ITEM(tuple, 0));  // want: version-abi3
}

PyObject *
find(PyTypeObject *type, PyModuleDef *definition)
{
    return PyType_GetModuleByDef(type, definition);  // want: version-abi3
}
