/* pow(2, 3, x) calls nb_power of the type of x. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long value;
} Number;

typedef struct {
    PyTypeObject *Number_Type;
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

/* For binary slots: either operand may be of a type of this module. */
static inline spam_state *
get_spam_state_by_operands(PyObject *left, PyObject *right)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(left));
    if (state == NULL) {
        PyErr_Clear();
        state = get_spam_state_by_type(Py_TYPE(right));
    }
    return state;
}

/* For nb_power, whose third operand alone may be of a type of this module. */
static inline spam_state *
get_spam_state_by_power(PyObject *base, PyObject *exponent, PyObject *modulus)
{
    spam_state *state = get_spam_state_by_operands(base, exponent);
    if (state == NULL) {
        PyErr_Clear();
        state = get_spam_state_by_type(Py_TYPE(modulus));
    }
    return state;
}

static PyObject *
number_of(spam_state *state, long value)
{
    Number *self = (Number *)state->Number_Type->tp_alloc(state->Number_Type,
                                                          0);
    if (self != NULL) {
        self->value = value;
    }
    return (PyObject *)self;
}

static long
value_of(spam_state *state, PyObject *object)
{
    return PyObject_TypeCheck(object, state->Number_Type)
        ? ((Number *)object)->value
                                                    : PyLong_AsLong(object);
}

static PyObject *
number_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    long value;
    Number *self;
    if (!PyArg_ParseTuple(args, "l", &value)) {
        return NULL;
    }
    self = (Number *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->value = value;
    }
    return (PyObject *)self;
}

static PyObject *
number_power(PyObject *base, PyObject *exponent, PyObject *modulus)
{
    spam_state *state = get_spam_state_by_power(base, exponent, modulus);
    long result = 1, a = value_of(state, base), n = value_of(state, exponent);
    long m = modulus == Py_None ? 0 : value_of(state, modulus);
    if (PyErr_Occurred()) {
        PyErr_Clear();
        Py_RETURN_NOTIMPLEMENTED;
    }
    while (n-- > 0) {
        result *= a;
        if (m > 0) {
            result %= m;
        }
    }
    return number_of(state, result);
}

static PyObject *
number_repr(PyObject *self)
{
    return PyUnicode_FromFormat("Number(%ld)", ((Number *)self)->value);
}

static void
Number_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Number_Type_slots[] = {
    {Py_nb_power, number_power},
    {Py_tp_repr, number_repr},
    {Py_tp_new, number_new},
    {Py_tp_dealloc, Number_dealloc},
    {0, NULL},
};

static PyType_Spec Number_Type_spec = {
    .name = "spam.Number",
    .basicsize = sizeof(Number),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Number_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Number_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Number_Type);
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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Number_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Number_Type_spec, NULL);
    if (state->Number_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Number_Type);
    if (PyModule_AddObject(module, "Number",
                           (PyObject *)state->Number_Type) < 0) {
        Py_DECREF(state->Number_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
