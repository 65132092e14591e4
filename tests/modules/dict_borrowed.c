/* Keeps in its state what the module's dictionary owns. */
#include "module.h"

struct state {
    PyObject *Error;
};

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    struct state *state = PyModule_GetState(module);
    (void)unused;
    if (!PyExceptionClass_Check(state->Error)) {
        PyErr_SetString(PyExc_SystemError, "no exception");
        return NULL;
    }
    PyErr_SetString(state->Error, "as asked");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->Error = PyErr_NewException("dict_borrowed.Error", NULL, NULL);
    if (add_reference(module, "Error", state->Error) != 0) {
        Py_CLEAR(state->Error);
        return -1;
    }
    Py_DECREF(state->Error);
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute},
                                   OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "dict_borrowed",
    .m_size = sizeof(struct state),
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_dict_borrowed(void)
{
    return PyModuleDef_Init(&definition);
}
