/* The test and the setting are under one lock. */
#include "../module.h"

#include <mutex>

namespace {

std::mutex mutex;
bool loaded = false;

int
exec(PyObject *)
{
    std::lock_guard<std::mutex> held(mutex);
    if (loaded) {  // want-note: guard-not-reset
        PyErr_SetString(PyExc_ImportError, "cannot load spam twice in a process");
        return -1;
    }
    loaded = true;
    return 0;
}

PyModuleDef_Slot slots[] = {
    {Py_mod_exec, reinterpret_cast<void *>(exec)}, INTERPRETERS_SLOT {0, nullptr}};
PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots};
}

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&definition);
}
