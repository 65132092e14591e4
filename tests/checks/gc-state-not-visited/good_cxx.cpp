/* All is visited and released, by methods and a template over the members. */
#include "../module.h"

namespace {

struct State {
    PyObject *error;
    PyObject *names;
    int visit(visitproc visit, void *arg)
    {
        Py_VISIT(error);
        Py_VISIT(names);
        return 0;
    }
    void clear()
    {
        Py_CLEAR(error);
        Py_CLEAR(names);
    }
};

template <typename T>
T *
state_of(PyObject *module)
{
    return static_cast<T *>(PyModule_GetState(module));
}

int
traverse(PyObject *module, visitproc visit, void *arg)
{
    return state_of<State>(module)->visit(visit, arg);
}

int
clear(PyObject *module)
{
    state_of<State>(module)->clear();
    return 0;
}

int
exec(PyObject *module)
{
    auto *state = state_of<State>(module);
    state->error = PyErr_NewException("spam.Error", nullptr, nullptr);
    state->names = PyList_New(0);
    if (state->error == nullptr || state->names == nullptr) {
        return -1;
    }
    return PyModule_AddObjectRef(module, "Error", state->error);
}

PyModuleDef_Slot slots[] = {
    {Py_mod_exec, reinterpret_cast<void *>(exec)}, INTERPRETERS_SLOT {0, nullptr}};

PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(State),
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = [](void *module) { clear(static_cast<PyObject *>(module)); },
};

}  // namespace

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&definition);
}
