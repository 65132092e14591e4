#include "../module.h"

#include <cstdio>
#include <mutex>

static std::FILE *log_file = nullptr;  // want: state-static-data
static std::FILE *locked_file = nullptr;  // want-note: state-static-data
static std::mutex mutex;

static PyObject *
open_log(PyObject *, PyObject *)
{
    log_file = std::fopen("/dev/null", "w");  // want: global-unlocked
    const std::lock_guard held(mutex);
    locked_file = std::fopen("/dev/null", "w");
    Py_RETURN_NONE;
}

static PyObject *
write_log(PyObject *, PyObject *)
{
    std::fputs("spam", log_file);
    std::unique_lock<std::mutex> held{mutex};
    std::fputs("spam", locked_file);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"open_log", open_log, METH_NOARGS, nullptr},
    {"write_log", write_log, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: claim-own-gil-false
    {0, nullptr},
};
static PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&definition);
}
