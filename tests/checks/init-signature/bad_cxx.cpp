#include "../module.h"

namespace spam {

struct State {
    PyObject *a;
    PyObject *b;
};

static PyObject *
exec(PyObject *module)
{
    return Py_NewRef(module);
}

static PyObject *
use(PyObject *module, PyObject *)
{
    auto *state = static_cast<State *>(PyModule_GetState(module));
    return PyState_FindModule(nullptr) ? Py_NewRef(state->a) : Py_NewRef(state->b);  // want: access-find-module
}

static PyMethodDef methods[] = {
    {"use", use, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, reinterpret_cast<void *>(exec)},  // want: init-signature
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: init-slot-repeated
    {0, nullptr},
};

static PyModuleDef definition = {  // want: gc-state-not-visited, lifetime-state-not-cleared
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(PyObject *),  // want: init-size-wrong
    .m_methods = methods,
    .m_slots = slots,
};

}  // namespace spam

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&spam::definition);
}
