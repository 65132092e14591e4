/* Macros that stand for a storage class. */
#include <Python.h>

#define local static
#ifdef SPAM_VISIBLE
#define SHARED
#else
#define SHARED static
#endif

struct pair_record {
    int first, second;
};

typedef struct {
    long total;
    PyObject *cache;
    const char *last_name;
    struct pair_record pair;
    long row[4];
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

local PyObject *
count(PyObject *module, PyObject *arg)
{
    spam_state *state = get_spam_state(module);
    if (state->cache == NULL && (state->cache = PyList_New(0)) == NULL) {
        return NULL;
    }
    if (PyList_Append(state->cache, arg) < 0) {
        return NULL;
    }
    state->last_name = Py_TYPE(arg) == &PyLong_Type ? "int" : "other";
    state->row[state->total & 3]++;
    state->pair.first++;
    state->pair.second += 2;
    state->total++;
    return Py_BuildValue("(lOsii)", state->total, state->cache,
                         state->last_name, state->pair.first,
                         state->pair.second);
}

local PyMethodDef methods[] = {
    {"count", count, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->cache);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->cache);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

local struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->total = 1;
    state->last_name = "none";
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
