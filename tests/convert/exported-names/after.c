/* A function and a type that other libraries can use: they are told. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long weight;
} EggObject;

extern PyType_Spec Egg_Type_spec;

typedef struct {
    PyObject *hooks;
    PyTypeObject *Egg_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

PyAPI_FUNC(int) spam_register(spam_state *state, PyObject *callable);
__attribute__((visibility("hidden"))) int spam_count(spam_state *state);

static void
Egg_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Egg_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Egg_dealloc},
    {Py_tp_traverse, Egg_traverse},
    {0, NULL},
};

PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(EggObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Egg_Type_slots,
};

int
spam_register(spam_state *state, PyObject *callable)
{
    if (state->hooks == NULL) {
        state->hooks = PyList_New(0);
        if (state->hooks == NULL) {
            return -1;
        }
    }
    return PyList_Append(state->hooks, callable);
}

int
spam_count(spam_state *state)
{
    return state->hooks != NULL ? (int)PyList_GET_SIZE(state->hooks) : 0;
}

static PyObject *
add(PyObject *self, PyObject *callable)
{
    spam_state *state = get_spam_state(self);
    if (spam_register(state, callable) < 0) {
        return NULL;
    }
    return PyLong_FromLong(spam_count(state));
}

static PyMethodDef methods[] = {
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->hooks);
    Py_VISIT(state->Egg_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->hooks);
    Py_CLEAR(state->Egg_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Egg_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Egg_Type_spec, NULL);
    if (state->Egg_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(m, state->Egg_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
