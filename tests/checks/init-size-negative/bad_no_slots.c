#include "../module.h"

/* No slots are needed for multi-phase initialisation: PyModuleDef_Init says so. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,  // want: init-size-negative
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
