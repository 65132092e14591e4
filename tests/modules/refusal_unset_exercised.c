/* A function refuses what is no string without an exception: a debug build ends the process
 * then.  The exercise hands it strings; that it is used with other things behind that says
 * nothing of the module's dictionary. */
#include "module.h"

static PyObject *
ask(PyObject *module, PyObject *word)
{
    (void)module;
    if (!PyUnicode_Check(word)) {
        return NULL;
    }
    return PyLong_FromSsize_t(PyUnicode_GetLength(word));
}

static PyMethodDef methods[] = {
    {"ask", ask, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "refusal_unset_exercised",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_refusal_unset_exercised(void)
{
    return PyModuleDef_Init(&definition);
}
