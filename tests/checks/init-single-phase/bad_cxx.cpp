#include <Python.h>

namespace {
PyModuleDef spam_module = {PyModuleDef_HEAD_INIT, "spam", nullptr, 0};
}

extern "C" PyObject *
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);  // want: init-single-phase
}
