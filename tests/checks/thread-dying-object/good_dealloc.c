/* tp_dealloc unlists it, nobody takes a new reference. */
#include "../module.h"

typedef struct {
    PyMutex mutex;
    void *latest;
} spam_state;

typedef struct {
    PyObject_HEAD
    long number;
} Bag;

static void
Bag_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    spam_state *state = PyType_GetModuleState(type);
    PyMutex_Lock(&state->mutex);
    if (state->latest == op) {
        state->latest = NULL;
    }
    PyMutex_Unlock(&state->mutex);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyObject *
Bag_register(PyObject *op, PyTypeObject *cls, PyObject *const *Py_UNUSED(args), Py_ssize_t Py_UNUSED(n),
             PyObject *Py_UNUSED(names))
{
    spam_state *state = PyType_GetModuleState(cls);
    PyMutex_Lock(&state->mutex);
    state->latest = op;
    PyMutex_Unlock(&state->mutex);
    Py_RETURN_NONE;
}

static PyObject *
spam_is_latest(PyObject *module, PyObject *object)
{
    spam_state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->mutex);
    int is_latest = state->latest == object;
    PyMutex_Unlock(&state->mutex);
    return PyBool_FromLong(is_latest);
}

static PyMethodDef Bag_methods[] = {
    {"register", (PyCFunction)(void (*)(void))Bag_register, METH_METHOD | METH_FASTCALL | METH_KEYWORDS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Bag_slots[] = {
    {Py_tp_methods, Bag_methods},
    {Py_tp_dealloc, Bag_dealloc},
    {0, NULL},
};

static PyType_Spec Bag_spec = {
    .name = "spam.Bag",
    .basicsize = sizeof(Bag),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Bag_slots,
};

static PyMethodDef methods[] = {
    {"is_latest", spam_is_latest, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Bag_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return result;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
