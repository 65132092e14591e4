/* PySequence_Fast gives a list back itself. */
#include "../module.h"

static PyObject *
spam_pack(PyObject *Py_UNUSED(module), PyObject *sequence)
{
    PyObject *fast = PySequence_Fast(sequence, "a sequence");
    if (fast == NULL) {
        return NULL;
    }
    PyObject *result = PySequence_Fast_GET_SIZE(fast) > 0
                           ? PyTuple_Pack(1, PySequence_Fast_GET_ITEM(fast, 0))  // want: thread-borrowed-reference
                           : PyTuple_New(0);
    Py_DECREF(fast);
    return result;
}

static PyMethodDef methods[] = {
    {"pack", spam_pack, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0,
    .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
