#include "../module.h"

#include <cstdio>
#include <new>

namespace spam {

class State {
  public:
    PyObject *error;
    PyObject *seen;
    PyTypeObject *type = nullptr;
    char *buffer;
    static State &of(PyObject *module)
    {
        return *static_cast<State *>(PyModule_GetState(module));
    }
};

static int
traverse(PyObject *module, visitproc visit, void *arg)  // want: gc-state-not-visited
{
    State &state = State::of(module);
    Py_VISIT(state.error);
    Py_VISIT(state.type);
    return 0;
}

static int
clear(PyObject *module)  // want: lifetime-state-not-cleared
{
    State &state = State::of(module);
    Py_CLEAR(state.seen);
    Py_CLEAR(state.type);
    return 0;
}

static int
exec(PyObject *module)
{
    auto *state = static_cast<State *>(PyModule_GetState(module));
    state->buffer = static_cast<char *>(PyMem_Malloc(10));  // want: lifetime-resource-kept  // want-note: state-field-unread
    state->error = PyErr_NewException("spam.Error", nullptr, nullptr);
    if (state->error == nullptr) {
        return -1;
    }
    if (PyModule_AddObject(module, "Error", state->error) < 0) {  // want: lifetime-stolen-reference
        return -1;
    }
    state->seen = PyDict_GetItemString(PyModule_GetDict(module), "seen");  // want: lifetime-borrowed-stored  // want-note: state-field-unread
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, reinterpret_cast<void *>(&exec)},
    INTERPRETERS_SLOT
    {0, nullptr},
};

static PyModuleDef definition{  // want: lifetime-state-not-cleared
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(State),
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
};

}  // namespace spam

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&spam::definition);
}
