/* The header of the C code can be included once only, and the state's header needs a type
 * of it: the type moves there. */
#include <Python.h>
#include "fec.h"
#include "spam_state.h"

static PyObject *
get(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    fec_t code = {7};
    size_t i = PyLong_AsSize_t(arg);
    if (i == (size_t)-1 && PyErr_Occurred()) {
        return NULL;
    }
    fec_init(state);
    return PyLong_FromLong(fec_get(state, &code, i));
}

static PyMethodDef spam_methods[] = {
    {"get", get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
