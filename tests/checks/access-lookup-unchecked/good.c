/* The object's own type; an operand whose type is asked; a result that is checked; the
 * class that defines the method. */
#include "../module.h"

typedef struct {
    PyTypeObject *spam_type;
    long limit;
} spam_state;

extern struct PyModuleDef definition;

static spam_state *
state_of(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return PyModule_GetState(module);
}

static PyObject *
Spam_repr(PyObject *self)
{
    return PyUnicode_FromFormat("spam %ld", state_of(Py_TYPE(self))->limit);
}

static PyObject *
Spam_limit_of(PyObject *self, PyObject *other)
{
    if (!PyObject_TypeCheck(other, Py_TYPE(self))) {
        return PyErr_Format(PyExc_TypeError, "no spam");
    }
    return PyLong_FromLong(state_of(Py_TYPE(other))->limit);
}

static PyObject *
Spam_take(PyObject *self, PyObject *other)
{
    PyObject *module = PyType_GetModuleByDef(Py_TYPE(other), &definition);
    if (module == NULL) {
        return NULL;
    }
    spam_state *state = PyModule_GetState(module);
    return PyLong_FromLong(state->limit);
}

static PyObject *
Spam_give(PyObject *self, PyTypeObject *defining, PyObject *const *args,
          Py_ssize_t n_args, PyObject *names)
{
    spam_state *state = PyType_GetModuleState(defining);
    return PyLong_FromLong(state->limit);
}

static PyMethodDef methods[] = {
    {"limit_of", Spam_limit_of, METH_O, NULL},
    {"take", Spam_take, METH_O, NULL},
    {"give", (PyCFunction)(void *)Spam_give, METH_METHOD | METH_FASTCALL | METH_KEYWORDS,
     NULL},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot type_slots[] = {
    {Py_tp_methods, methods}, {Py_tp_repr, Spam_repr}, {0, NULL}};
PyType_Spec spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    type_slots,
};
