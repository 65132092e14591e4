/* A callback gets an instance as its user data, and asserts that it is there: that is no question
 * whether it is. */
#include <assert.h>
#include <Python.h>

typedef void (*handler)(const void *data, int value);
void call_handler(handler function, const void *data);

typedef struct {
    PyObject_HEAD
    PyObject *target;
} Parser;

typedef struct {
    PyObject *Unexpected;
    PyTypeObject *Parser_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

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

static void
handle(const void *data, int value)
{
    int ready = value > 0;
    Parser *self = (Parser *)data;
    assert(self);
    assert(self != NULL && self->target);
    if (!ready || !PyList_CheckExact(self->target)) {
        spam_state *state = get_spam_state_by_type(Py_TYPE((PyObject *)data));
        PyErr_SetString(state->Unexpected, "no list");
    }
}

static PyObject *
feed(Parser *self, PyObject *Py_UNUSED(ignored))
{
    call_handler(handle, self);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(0);
}

static void
dealloc(Parser *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->target);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
init(Parser *self, PyObject *args, PyObject *kwargs)
{
    PyObject *target;
    if (!PyArg_ParseTuple(args, "O", &target)) {
        return -1;
    }
    Py_XSETREF(self->target, Py_NewRef(target));
    return 0;
}

static PyMethodDef methods[] = {
    {"feed", (PyCFunction)feed, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
Parser_traverse(Parser *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->target);
    return 0;
}

static PyType_Slot Parser_Type_slots[] = {
    {Py_tp_dealloc, dealloc},
    {Py_tp_methods, methods},
    {Py_tp_init, init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Parser_traverse},
    {0, NULL},
};

static PyType_Spec Parser_Type_spec = {
    .name = "spam.Parser",
    .basicsize = sizeof(Parser),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Parser_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Unexpected);
    Py_VISIT(state->Parser_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Unexpected);
    Py_CLEAR(state->Parser_Type);
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
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), NULL,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Parser_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Parser_Type_spec, NULL);
    if (state->Parser_Type == NULL) {
        return -1;
    }
    state->Unexpected = PyErr_NewException("spam.Unexpected", NULL, NULL);
    if (state->Unexpected == NULL
        || PyModule_AddType(module, state->Parser_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
