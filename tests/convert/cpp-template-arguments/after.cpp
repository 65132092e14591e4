// Commas of template arguments separate no declarators; what `new` makes is told, unless it is
// made in memory of somebody else.
#include <Python.h>

#include <map>
#include <new>
#include <string>
#include <vector>

struct Count {
    int n = 0;
};

typedef struct {
    std::map<std::string,int> *names;
    std::map<int, std::vector<int>> *lists;
    std::map<int, std::vector<int>> *last;
    std::pair<int, int> *pair;
    char storage[sizeof(Count)];
    Count *placed;
    Count *passing;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
use(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    long n = PyLong_AsLong(arg);
    if (n == -1 && PyErr_Occurred()) {
        return nullptr;
    }
    if (state->names == nullptr) {
        state->names = new std::map<std::string,int>;
        state->lists = new std::map<int, std::vector<int>>;
        state->pair = new std::pair<int, int>(0, 0);
        state->placed = new (state->storage) Count;
    }
    state->last = state->lists;
    state->passing = new Count;
    state->passing->n = (int)n;
    state->placed->n += state->passing->n;
    delete state->passing;
    state->passing = nullptr;
    (*state->names)["n"] = state->placed->n;
    (*state->last)[0].push_back(state->pair->first);
    return PyLong_FromLong((*state->names)["n"]);
}

static PyMethodDef methods[] = {
    {"use", use, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, nullptr},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, sizeof(spam_state), methods, spam_slots, nullptr, nullptr, nullptr,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
