#include "../module.h"

static int
spam_exec(PyObject *module)
{
    return PyModule_AddIntConstant(module, "LIMIT", 10);
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_slots = spam_slots,
};

/* Never called, not compiled in. */
static inline PyObject *
old_way(void)
{
    return PyModule_Create(&spam_module);
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
