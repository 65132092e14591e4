/* Says that it supports no second interpreter, and takes a second module object from
 * none either. */
#include "module.h"

static PyObject *settings;
static int loaded;

static int
execute(PyObject *module)
{
    if (loaded) {
        PyErr_SetString(PyExc_ImportError, "once_slot: once per process");
        return -1;
    }
    loaded = 1;
    settings = PyDict_New();
    return add_reference(module, "settings", settings);
}

MODULE(once_slot, execute, NULL, ONCE)
