#include "../module.h"

static int
spam_exec(PyObject *module)
{
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, spam_exec}, {0, NULL}};
static PyModuleDef spam_module = {  // want: claim-missing
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
