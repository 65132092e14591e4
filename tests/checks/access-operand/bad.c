#include "../module.h"

typedef struct {
    PyObject *zero;
} spam_state;

extern struct PyModuleDef definition;

static spam_state *
state_of(PyTypeObject *type)
{
    return PyModule_GetState(PyType_GetModuleByDef(type, &definition));
}

static PyObject *
Spam_add(PyObject *left, PyObject *right)
{
    PyObject *module = PyType_GetModuleByDef(Py_TYPE(left), &definition);  // want: access-operand
    return module ? Py_NewRef(module) : NULL;
}

static PyObject *
Spam_multiply(PyObject *left, PyObject *right)
{
    PyTypeObject *type = Py_TYPE(left);
    return Py_NewRef(state_of(type)->zero);  // want: access-operand
}

/* The type is asked for too late: without a module, the look-up has failed. */
static PyObject *
Spam_subtract(PyObject *left, PyObject *right)
{
    PyObject *module = PyType_GetModuleByDef(Py_TYPE(left), &definition);  // want: access-operand
    if (module == NULL) {
        return NULL;
    }
    spam_state *state = PyModule_GetState(module);
    if (!PyObject_TypeCheck(left, Py_TYPE(state->zero))) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return Py_NewRef(state->zero);
}

static PyType_Slot slots[] = {
    {Py_nb_add, Spam_add},
    {Py_nb_multiply, Spam_multiply},
    {Py_nb_subtract, Spam_subtract},
    {0, NULL},
};
PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};
