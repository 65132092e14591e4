/* A class whose members are named without `this`, called from a function that threads
 * run: an item of its own array, of no argument.  It needs Python 3.13. */
#include "../module.h"

static PyObject *
repr_of(PyObject *object)
{
    return PyObject_Repr(object);
}

class Batch {
public:
    explicit Batch(PyObject *object) { items[0] = object; }
    PyObject *first() { return repr_of(items[0]); }

private:
    PyObject *items[4] = {nullptr};
};

static PyObject *
spam_first(PyObject *Py_UNUSED(module), PyObject *object)
{
    Batch batch(object);
    return batch.first();
}

static PyMethodDef methods[] = {
    {"first", spam_first, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, 0, methods, slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
