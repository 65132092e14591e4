/* An instance that was not given its memory is not freed: it was lost before, too. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    char *memory;
} BufferObject;

static void
buffer_dealloc(BufferObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    if (self != NULL && self->memory != NULL) {
        PyMem_Free(self->memory);
        Py_TYPE(self)->tp_free((PyObject *)self);
        Py_DECREF(tp);
    }
}

static PyObject *
buffer_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    BufferObject *self = (BufferObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->memory = PyMem_Malloc(10);
    if (self->memory == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

typedef struct {
    PyTypeObject *Buffer_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyType_Slot Buffer_Type_slots[] = {
    {Py_tp_dealloc, buffer_dealloc},
    {Py_tp_new, buffer_new},
    {0, NULL},
};

static PyType_Spec Buffer_Type_spec = {
    .name = "spam.Buffer",
    .basicsize = sizeof(BufferObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Buffer_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Buffer_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Buffer_Type);
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

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Buffer_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Buffer_Type_spec, NULL);
    if (state->Buffer_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObjectRef(module, "Buffer",
                              (PyObject *)state->Buffer_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
