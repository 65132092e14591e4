/* Refuses its second load, by a flag that is tested and set at once. */
#include "../module.h"

#include <atomic>
#include <vector>

static std::atomic<bool> loaded{false};
static std::vector<int> sizes;  // want-note: state-static-data

static int
exec(PyObject *module)
{
    if (loaded.exchange(true)) {  // want-note: guard-not-reset
        PyErr_SetString(PyExc_ImportError, "cannot load spam twice in a process");
        return -1;
    }
    return PyModule_AddIntConstant(module, "answer", 42);
}

static PyObject *
add(PyObject *, PyObject *)
{
    sizes.push_back(1);
    return PyLong_FromSize_t(sizes.size());
}

static PyMethodDef methods[] = {
    {"add", add, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, reinterpret_cast<void *>(exec)},
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
    {0, nullptr},
};

static PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&definition);
}
