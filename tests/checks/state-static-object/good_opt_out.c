/* The guide's opt-out: a module that refuses its second load may keep its
 * state; that is told as a note. */
#include "../module.h"

static int loaded = 0;
static PyObject *error;  // want-note: state-static-object

static int
spam_exec(PyObject *module)
{
    if (loaded) {  // want: guard-not-locked // want-note: guard-not-reset
        PyErr_SetString(PyExc_ImportError, "cannot load spam twice in a process");
        return -1;
    }
    loaded = 1;
    error = PyErr_NewException("spam.error", NULL, NULL);
    return PyModule_AddObjectRef(module, "error", error);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL}};
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
