/* The type says nothing of objects; what is put in does. */
#include "../module.h"
#include <stdint.h>

static void *imported;  // want: state-static-object
static uintptr_t cached;  // want: state-static-object
static void *through_address;  // want: state-static-object

PyObject *
cache(PyObject *module, PyObject *name)
{
    if (cached == 0) {
        cached = (uintptr_t)PyObject_Repr(name);
    }
    if (through_address == NULL) {
        *(PyObject **)&through_address = PyObject_Str(name);
    }
    return PyObject_CallOneArg(imported, (PyObject *)cached);
}

static int
spam_exec(PyObject *module)
{
    imported = PyImport_ImportModule("json");
    return imported == NULL ? -1 : 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {0, NULL},
};
struct PyModuleDef definition = {  // want-note: claim-missing  // want: guard-missing
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
