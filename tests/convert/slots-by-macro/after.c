/* Slots whose names a macro puts together: what they are is known by their numbers, which
 * changed with Python 3.15. */
#include <Python.h>

#define TYPE_SLOT(name, function) {Py_##name, (void *)function}
#define MODULE_SLOT(name, function) {Py_##name, (void *)function}

typedef struct {
    PyObject_HEAD
    char bytes[8];
} Block;

typedef struct {
    PyObject *origin;
} spam_state;

static struct PyModuleDef spam_module;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *module = PyType_GetModuleByDef(type, &spam_module);
#else
    PyObject *module = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != NULL && PyModule_GetDef(candidate) == &spam_module) {
            module = candidate;
            break;
        }
    }
#endif
    return module != NULL ? get_spam_state(module) : NULL;
}

static int
block_getbuffer(PyObject *self, Py_buffer *view, int flags)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    if (state->origin == NULL) {
        PyErr_SetString(PyExc_BufferError, "no origin");
        return -1;
    }
    return PyBuffer_FillInfo(view, self, ((Block *)self)->bytes, 8, 0, flags);
}

static void
block_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot block_slots[] = {
    TYPE_SLOT(tp_dealloc, block_dealloc),
    TYPE_SLOT(bf_getbuffer, block_getbuffer),
    {0, NULL},
};

static PyType_Spec block_spec = {
    .name = "spam.Block",
    .basicsize = sizeof(Block),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = block_slots,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->origin = PyLong_FromLong(0);
    if (state->origin == NULL) {
        return -1;
    }
    PyObject *type = PyType_FromModuleAndSpec(module, &block_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    int result = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return result;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->origin);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->origin);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyModuleDef_Slot module_slots[] = {
    MODULE_SLOT(mod_exec, spam_exec),
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_slots = module_slots,
    .m_size = sizeof(spam_state),
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
