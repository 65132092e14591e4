/* An instance that the module makes through the type's own tp_alloc and keeps: only the
 * garbage collector can break the cycle of module, instance and type. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long number;
} UnitObject;

static PyTypeObject Unit_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Unit",
    .tp_basicsize = sizeof(UnitObject),
};

static PyObject *the_unit = NULL;

static PyObject *
unit(PyObject *self, PyObject *unused)
{
    if (the_unit == NULL) {
        the_unit = Unit_Type.tp_alloc(&Unit_Type, 0);
        if (the_unit == NULL) {
            return NULL;
        }
    }
    Py_INCREF(the_unit);
    return the_unit;
}

static PyMethodDef spam_methods[] = {
    {"unit", unit, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Unit_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
