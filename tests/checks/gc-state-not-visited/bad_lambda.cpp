/* Hooks that are lambdas; the state comes through a template. */
#include "../module.h"

namespace {

struct State {
    PyObject *error;
    PyObject *cache;
};

template <typename T>
T *
state_of(PyObject *module)
{
    return static_cast<T *>(PyModule_GetState(module));
}

int
exec(PyObject *module)
{
    auto *state = state_of<State>(module);
    state->cache = PyDict_New();  // want: state-field-unread
    state->error = PyErr_NewException("spam.Error", nullptr, nullptr);  // want: state-field-unread
    return state->cache == nullptr || state->error == nullptr ? -1 : 0;
}

PyModuleDef_Slot slots[] = {
    {Py_mod_exec, reinterpret_cast<void *>(exec)}, INTERPRETERS_SLOT {0, nullptr}};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "spam",
    nullptr,
    sizeof(State),
    nullptr,
    slots,
    [](PyObject *module, visitproc visit, void *arg) -> int {  // want: gc-state-not-visited
        Py_VISIT(state_of<State>(module)->cache);
        return 0;
    },
    [](PyObject *module) -> int {
        auto *state = state_of<State>(module);
        Py_CLEAR(state->cache);
        Py_CLEAR(state->error);
        return 0;
    },
    [](void *module) {
        auto *state = state_of<State>(static_cast<PyObject *>(module));
        Py_CLEAR(state->cache);
        Py_CLEAR(state->error);
    },
};

}  // namespace

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&definition);
}
