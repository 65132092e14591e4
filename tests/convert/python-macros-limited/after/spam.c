#include "table.h"
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>
#include "spam_state.h"

static PyObject *
spam_count(PyObject *module, PyObject *args)
{
    spam_state *state = get_spam_state(module);
    const char *data;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "y#", &data, &size)) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < size; i++) {
        count(state, data[i]);
    }
    return PyLong_FromLong(state->counts[0]);
}

static PyMethodDef spam_methods[] = {
    {"count", spam_count, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

#ifndef Py_mod_multiple_interpreters /* not in this limited API */
#define Py_mod_multiple_interpreters 3
#endif
#ifndef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
#define Py_MOD_PER_INTERPRETER_GIL_SUPPORTED ((void *)2)
#endif

/* Slots that only newer versions of Python support. */
static void
spam_add_slots(PyModuleDef_Slot *slot)
{
    const char *version = Py_GetVersion(); /* such as 3.13.1 */
    int minor = version[2] - '0';
    if (version[3] >= '0' && version[3] <= '9') {
        minor = 10 * minor + version[3] - '0';
    }
    if (minor >= 12) {
        slot->slot = Py_mod_multiple_interpreters;
        slot->value = Py_MOD_PER_INTERPRETER_GIL_SUPPORTED;
    }
}

static PyModuleDef_Slot spam_slots[] = {
    {0, NULL},
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
    spam_add_slots(&spam_slots[0]);
    return PyModuleDef_Init(&spam_module);
}
