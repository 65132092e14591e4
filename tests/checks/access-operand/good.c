#include "../module.h"

typedef struct {
    PyObject *zero;
    PyTypeObject *type;
} spam_state;

extern struct PyModuleDef definition;

static spam_state *
state_of(PyObject *left, PyObject *right)
{
    PyObject *module = PyType_GetModuleByDef(Py_TYPE(left), &definition);
    if (module == NULL) {
        PyErr_Clear();
        module = PyType_GetModuleByDef(Py_TYPE(right), &definition);
    }
    return PyModule_GetState(module);
}

static PyObject *
Spam_add(PyObject *left, PyObject *right)
{
    return Py_NewRef(state_of(left, right)->zero);
}

static PyObject *
Spam_subtract(PyObject *left, PyObject *right)
{
    if (!PyObject_HasAttrString(left, "spam") || Py_TYPE(left) != Py_TYPE(right)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyType_GetModuleByDef(Py_TYPE(left), &definition);  // want: lifetime-borrowed-returned
}

/* An error of the look-up is taken for an operand of another type. */
static PyObject *
Spam_multiply(PyObject *left, PyObject *right)
{
    PyObject *module = PyType_GetModuleByDef(Py_TYPE(left), &definition);
    if (module == NULL) {
        PyErr_Clear();
        Py_RETURN_NOTIMPLEMENTED;
    }
    return Py_NewRef(module);
}

/* One operand only, and one that is the instance in any case. */
static PyObject *
Spam_negative(PyObject *self)
{
    return PyType_GetModuleByDef(Py_TYPE(self), &definition);  // want: lifetime-borrowed-returned
}

static PyObject *
Spam_concat(PyObject *self, PyObject *other)
{
    return PyType_GetModuleByDef(Py_TYPE(self), &definition);  // want: lifetime-borrowed-returned
}

static PyType_Slot slots[] = {
    {Py_nb_add, Spam_add},
    {Py_nb_subtract, Spam_subtract},
    {Py_nb_multiply, Spam_multiply},
    {Py_nb_negative, Spam_negative},
    {Py_sq_concat, Spam_concat},
    {Py_nb_inplace_add, Spam_concat},
    {0, NULL},
};
PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};
