#include "../module.h"

static PyObject *
spam_exec(PyObject *module)
{
    return NULL;
}

static int
spam_clear(PyObject *module)
{
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},  // want: init-signature
    INTERPRETERS_SLOT
    {0, NULL},
};

struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_slots = slots,
    .m_free = (freefunc)spam_clear,  // want: init-signature
};
