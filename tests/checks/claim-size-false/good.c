/* -1 says that there is one module for the process; what holds nothing may be 0. */
#include "../module.h"

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);  // want: init-single-phase
}
