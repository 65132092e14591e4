/* options: --forbid PyErr_Print:use-report_error() --forbid Py_RETURN_NOTIMPLEMENTED:no --forbid _Py_NotImplementedStruct:no --forbid gone:no */
#include "../module.h"

struct call {
    int PyErr_Print;
};

/* PyErr_Print() */
PyObject *
say(struct call *call)
{
    const char *gone = "PyErr_Print";
    call->PyErr_Print = gone[0];
    return Py_NewRef(Py_NotImplemented); /* of the header, its own business */
}
