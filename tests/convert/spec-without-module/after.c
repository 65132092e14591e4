#include <Python.h>

/* Heap types that are made without a module, and kept in statics. */
typedef struct {
    PyObject_HEAD
    int n;
} Thing;

typedef struct {
    PyTypeObject *Thing_Type;
    PyObject *Child_Type;
    PyObject *Last_Type;
    PyObject *Error;
} spam_state;

static struct PyModuleDef def;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *module = PyType_GetModuleByDef(type, &def);
#else
    PyObject *module = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != NULL && PyModule_GetDef(candidate) == &def) {
            module = candidate;
            break;
        }
    }
#endif
    return module != NULL ? get_spam_state(module) : NULL;
}

static PyObject *
Thing_fail(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    PyErr_SetString(state->Error, "no");
    return NULL;
}

static PyObject *
Thing_copy(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    return PyObject_CallNoArgs((PyObject *)state->Thing_Type);
}

static void
Thing_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyMethodDef Thing_methods[] = {
    {"fail", Thing_fail, METH_NOARGS, NULL},
    {"copy", Thing_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Thing_slots[] = {
    {Py_tp_dealloc, Thing_dealloc},
    {Py_tp_methods, Thing_methods},
    {0, NULL},
};

static PyType_Spec Thing_spec = {
    .name = "spam.Thing",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = Thing_slots,
};

static PyType_Slot Child_slots[] = {
    {0, NULL},
};

static PyType_Spec Child_spec = {
    .name = "spam.Child",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = Child_slots,
};

static PyType_Spec Last_spec = {
    .name = "spam.Last",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = Child_slots,
};

static PyObject *
is_thing(PyObject *module, PyObject *object)
{
    spam_state *state = get_spam_state(module);
    return PyBool_FromLong(PyObject_TypeCheck(object, state->Thing_Type));
}

static PyMethodDef methods[] = {
    {"is_thing", is_thing, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Thing_Type);
    Py_VISIT(state->Child_Type);
    Py_VISIT(state->Last_Type);
    Py_VISIT(state->Error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Thing_Type);
    Py_CLEAR(state->Child_Type);
    Py_CLEAR(state->Last_Type);
    Py_CLEAR(state->Error);
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

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

/* A helper that does not know the module. */
static int
make_types(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Thing_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Thing_spec, NULL);
    if (state->Thing_Type == NULL)
        return -1;
    state->Child_Type = PyType_FromModuleAndSpec(
        module, &Child_spec, (PyObject *)state->Thing_Type);
    return state->Child_Type == NULL ? -1 : 0;
}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    if (make_types(m) < 0)
        return -1;
    state->Last_Type = PyType_FromModuleAndSpec(m, &Last_spec,
                                                state->Child_Type);
    if (state->Last_Type == NULL)
        return -1;
    state->Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->Error == NULL)
        return -1;
    if (PyModule_AddObjectRef(m, "Thing", (PyObject *)state->Thing_Type) < 0
        || PyModule_AddObjectRef(m, "Child", state->Child_Type) < 0
        || PyModule_AddObjectRef(m, "Last", state->Last_Type) < 0
        || PyModule_AddObjectRef(m, "Error", state->Error) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
