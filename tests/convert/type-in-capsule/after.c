/* A type in a struct that a capsule leads to, and whose destructor gives it up: the reference
 * that is taken for it is right, and nothing is said of it. */
#include <Python.h>

typedef struct {
    PyTypeObject *type;
    PyObject *error;
} Api;

typedef struct {
    PyTypeObject *Thing_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static void
Thing_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Thing_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Thing_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Thing_dealloc},
    {Py_tp_traverse, Thing_traverse},
    {0, NULL},
};

static PyType_Spec Thing_Type_spec = {
    .name = "spam.Thing",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Thing_Type_slots,
};

static void
api_free(PyObject *capsule)
{
    Api *api = PyCapsule_GetPointer(capsule, "spam.api");
    Py_XDECREF(api->type);
    Py_XDECREF(api->error);
    PyMem_Free(api);
}

static Api *
api_new(spam_state *state)
{
    Api *api = PyMem_Malloc(sizeof(Api));
    if (api == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    api->type = (PyTypeObject *)Py_NewRef((PyObject *)state->Thing_Type);
    api->error = Py_NewRef(PyExc_OSError);
    return api;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Thing_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Thing_Type);
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

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), NULL,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    PyObject *capsule;
    Api *api;
    state->Thing_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Thing_Type_spec, NULL);
    if (state->Thing_Type == NULL) {
        return -1;
    }
    api = api_new(state);
    if (api == NULL) {
        return -1;
    }
    capsule = PyCapsule_New(api, "spam.api", api_free);
    if (capsule == NULL || PyModule_AddObjectRef(m, "api", capsule) < 0) {
        Py_XDECREF(capsule);
        return -1;
    }
    Py_DECREF(capsule);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
