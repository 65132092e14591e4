#include <Python.h>

typedef struct {
    PyObject_HEAD
    double radians;
    int n_turns;
} AngleObject;

typedef struct {
    PyTypeObject *Angle_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
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

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = NULL;
    }
#endif
    return type;
}

static PyObject *
make_angle(spam_state *state, double radians)
{
    AngleObject *self = PyObject_New(AngleObject, state->Angle_Type);
    if (self != NULL) {
        self->radians = radians;
        self->n_turns = 0;
    }
    return (PyObject *)self;
}

#define make_angle_with_state(...) \
    make_angle(get_spam_state_by_type(Py_TYPE(self)), __VA_ARGS__)

#define make_angle_with_state_2(...) make_angle(state, __VA_ARGS__)

/* One of the functions that it is given makes angles, another one of CPython's. */
#define GET_FIELD(name, field, build) \
    static PyObject * \
    get_##name(PyObject *self, void *closure) \
    { \
        AngleObject *angle = (AngleObject *)self; \
        (void)closure; \
        return build(angle->field); \
    }

#define IF_ANY(n, build) n == 0 ? PyFloat_FromDouble(0.0) : build

GET_FIELD(opposite, radians + 3.14, make_angle_with_state)
GET_FIELD(radians, radians, PyFloat_FromDouble)
GET_FIELD(first, radians * 2, IF_ANY(angle->n_turns, make_angle_with_state))

#define OR_NONE(build, value) ((value) == 0 ? (Py_INCREF(Py_None), Py_None) : build(value))

static PyObject *
half(PyObject *self, PyObject *Py_UNUSED(unused))
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    return OR_NONE(make_angle_with_state_2,
                   ((AngleObject *)self)->radians / 2);
}

static PyMethodDef angle_methods[] = {
    {"half", half, METH_NOARGS, "Half of it, or None."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef angle_getset[] = {
    {"opposite", get_opposite, NULL, NULL, NULL},
    {"radians", get_radians, NULL, NULL, NULL},
    {"first", get_first, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static void
Angle_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Angle_Type_slots[] = {
    {Py_tp_methods, angle_methods},
    {Py_tp_getset, angle_getset},
    {Py_tp_dealloc, Angle_dealloc},
    {0, NULL},
};

static PyType_Spec Angle_Type_spec = {
    .name = "spam.Angle",
    .basicsize = sizeof(AngleObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Angle_Type_slots,
};

static PyObject *
spam_angle(PyObject *module, PyObject *arg)
{
    spam_state *state = get_spam_state(module);
    double radians = PyFloat_AsDouble(arg);
    if (radians == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    return make_angle(state, radians);
}

static PyMethodDef spam_methods[] = {
    {"angle", spam_angle, METH_O, "An angle."},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Angle_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Angle_Type);
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
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Angle_Type = spam_new_type(module, &Angle_Type_spec);
    if (state->Angle_Type == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
