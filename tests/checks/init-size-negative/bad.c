#include "../module.h"

static PyModuleDef_Slot slots[] = {INTERPRETERS_SLOT {0, NULL}};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,  // want: init-size-negative
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
