/* needs Python 3.13 */
#include "../module.h"

static PyMutex mutex;
static int loaded;

static int
spam_exec(PyObject *module)
{
    PyMutex_Lock(&mutex);
    if (loaded) {  // want-note: guard-not-reset
        PyMutex_Unlock(&mutex);
        PyErr_SetString(PyExc_ImportError, "cannot load spam twice in a process");
        return -1;
    }
    loaded = 1;
    PyMutex_Unlock(&mutex);
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
