#include "../module.h"

#define FIELDS(X) X(error) X(type)

struct spam_state {
    PyObject *error;
    PyTypeObject *type;
    PyObject *cache[4];
    const char *name;
};

static int
visit_cache(struct spam_state *state, visitproc visit, void *arg)
{
    for (int i = 0; i < 4; i++) {
        Py_VISIT(state->cache[i]);
    }
    return 0;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct spam_state *state = PyModule_GetState(module);
#define VISIT(field) Py_VISIT(state->field);
    FIELDS(VISIT)
#undef VISIT
    return visit_cache(state, visit, arg);
}

static PyModuleDef_Slot slots[] = {INTERPRETERS_SLOT {0, NULL}};
static int
spam_clear(PyObject *module)
{
    struct spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->error);
    Py_CLEAR(state->type);
    for (int i = 0; i < 4; i++) {
        Py_CLEAR(state->cache[i]);
    }
    return 0;
}

static PyModuleDef spam_module = {  // want: lifetime-state-not-cleared
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(struct spam_state),
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
