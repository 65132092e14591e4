/* Results that reach the state by a local, or one of two; and small ones. */
#include "../module.h"

typedef struct {
    PyObject *json, *name, *list;
} spam_state;

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    PyObject *json = PyImport_ImportModule("json");  // want: init-result-unchecked
    state->json = json;
    state->name = PyUnicode_InternFromString("spam");  // want: init-result-unchecked
    state->list = PyList_New(0);
    return state->list == NULL ? -1 : 0;
}

static PyObject *
spam_use(PyObject *module, PyObject *arg)
{
    spam_state *state = PyModule_GetState(module);
    return PyTuple_Pack(4, state->json, state->name, state->list, arg);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->json);
    Py_VISIT(state->list);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->json);
    Py_CLEAR(state->list);
    Py_CLEAR(state->name);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear(module);
}

static PyMethodDef methods[] = {{"use", spam_use, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static PyModuleDef_Slot slots[] = {{Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL}};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state), .m_slots = slots,
    .m_methods = methods, .m_traverse = spam_traverse, .m_clear = spam_clear, .m_free = spam_free,
};
