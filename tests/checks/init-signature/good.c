#include "../module.h"

static int
spam_exec(PyObject *module)
{
    return 0;
}

static int
spam_clear(PyObject *module)
{
    return 0;
}

static void
spam_free(PyObject *module)
{
    spam_clear(module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};

struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_slots = slots,
    .m_clear = spam_clear,
    .m_free = (freefunc)spam_free,
};
