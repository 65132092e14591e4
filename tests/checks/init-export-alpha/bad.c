#include "../module.h"

static int
spam_exec(PyObject *module)
{
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, spam_exec}, {0, NULL}};

PyModuleDef_Slot *
PyModExport_spam(void)  // want: init-export-alpha
{
    return slots;
}
