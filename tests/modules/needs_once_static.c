/* As needs_once, with another message, as import_array() of numpy's headers gives it;
 * and a static object of its own. */
#include "module.h"

static PyObject *needed;

static int
execute(PyObject *module)
{
    (void)module;
    Py_XSETREF(needed, PyImport_ImportModule("once_guard"));
    if (needed == NULL) {
        PyErr_Clear();
        PyErr_SetString(PyExc_ImportError, "once_guard failed to import");
        return -1;
    }
    return 0;
}

MODULE(needs_once_static, execute, NULL, SHARED_GIL)
