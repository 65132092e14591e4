#include "../module.h"

struct spam_state {
    long n;
};

static PyModuleDef_Slot slots[] = {INTERPRETERS_SLOT {0, NULL}};
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(struct spam_state), NULL, slots,
};
static PyModuleDef_Slot none[] = {INTERPRETERS_SLOT {0, NULL}};
static struct PyModuleDef ham_module = {
    PyModuleDef_HEAD_INIT, .m_name = "ham", .m_size = 0, .m_slots = none,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}

PyMODINIT_FUNC
PyInit_ham(void)
{
    return PyModuleDef_Init(&ham_module);
}
