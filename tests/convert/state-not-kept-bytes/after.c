/* Instances that C compares, hashes or writes as bytes keep no state: it would be among them. */
#include <Python.h>
#include <stddef.h>
#include <string.h>

typedef struct {
    PyObject_HEAD
    double x, y;
} PointObject;

typedef struct {
    PointObject point;
    long colour;
} PixelObject;

typedef struct {
    PyObject_HEAD
    unsigned char digits[12];
    long sign;
} NumberObject;

typedef struct {
    PyObject_HEAD
    long low, high;
} RangeObject;

_Static_assert(sizeof(RangeObject) == sizeof(PyObject) + 2 * sizeof(long), "no padding");

typedef struct {
    PyObject_HEAD
    long seconds;
} SpanObject;

static PyObject *
make(PyTypeObject *type)
{
    return type->tp_alloc(type, 0);
}

static PyObject *
point_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    double x, y;
    PointObject *self;
    if (!PyArg_ParseTuple(args, "dd:Point", &x, &y)) {
        return NULL;
    }
    self = (PointObject *)make(type);
    if (self != NULL) {
        self->x = x;
        self->y = y;
    }
    return (PyObject *)self;
}

typedef struct {
    PyTypeObject *Point_Type;
    PyTypeObject *Pixel_Type;
    PyTypeObject *Number_Type;
    PyTypeObject *Range_Type;
    PyTypeObject *Span_Type;
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

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *bases = NULL;
    if (base != NULL) {
        bases = PyTuple_Pack(1, (PyObject *)base);
        if (bases == NULL) {
            return NULL;
        }
    }
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, bases);
    Py_XDECREF(bases);
    return type;
}

static PyObject *
point_negative(PyObject *self)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    PointObject *result = (PointObject *)make(state->Point_Type);
    if (result != NULL) {
        result->x = -((PointObject *)self)->x;
        result->y = -((PointObject *)self)->y;
    }
    return (PyObject *)result;
}

static Py_hash_t
pixel_hash(PixelObject *self)
{
    const unsigned char *bytes = (const unsigned char *)&self->point.x;
    Py_uhash_t hash = 17;
    for (size_t i = 0; i < sizeof(*self) - offsetof(PixelObject, point.x); i++) {
        hash = hash * 31 + bytes[i];
    }
    return hash == (Py_uhash_t)-1 ? -2 : (Py_hash_t)hash;
}

static PyObject *
pixel_darker(PixelObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    PixelObject *result = (PixelObject *)make(state->Pixel_Type);
    if (result != NULL) {
        result->colour = self->colour - 1;
    }
    return (PyObject *)result;
}

static PyObject *
number_bytes(NumberObject *self, PyObject *unused)
{
    return PyBytes_FromStringAndSize((const char *)self->digits,
                                     (const char *)(self + 1) - (const char *)self->digits);
}

static PyObject *
number_negative(PyObject *self)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    NumberObject *result = (NumberObject *)make(state->Number_Type);
    if (result != NULL) {
        result->sign = -1 - ((NumberObject *)self)->sign;
    }
    return (PyObject *)result;
}

static PyObject *
range_negative(PyObject *self)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    RangeObject *result = (RangeObject *)make(state->Range_Type);
    if (result != NULL) {
        result->low = -((RangeObject *)self)->high;
        result->high = -((RangeObject *)self)->low;
    }
    return (PyObject *)result;
}

static PyObject *
span_bytes(SpanObject *self, PyObject *unused)
{
#ifdef SPAM_WHOLE_SPANS
    return PyBytes_FromStringAndSize((const char *)&self->seconds,
                                     sizeof(SpanObject) - offsetof(SpanObject, seconds));
#else
    return PyLong_FromLong(self->seconds);
#endif
}

static PyObject *
span_negative(PyObject *self)
{
    spam_state *state = get_spam_state_by_type(Py_TYPE(self));
    SpanObject *result = (SpanObject *)make(state->Span_Type);
    if (result != NULL) {
        result->seconds = -((SpanObject *)self)->seconds;
    }
    return (PyObject *)result;
}

/* Protocols 0 and 1 treat a heap type like a Python class and lose its state. */
static PyObject *
spam_reduce_ex(PyObject *self, PyObject *protocol)
{
    long number = PyLong_AsLong(protocol);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    if (number < 2) {
        PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(self),
                                                "__name__");
        if (name != NULL) {
            PyErr_Format(PyExc_TypeError, "cannot pickle %R object", name);
            Py_DECREF(name);
        }
        return NULL;
    }
    return PyObject_CallMethod((PyObject *)&PyBaseObject_Type, "__reduce_ex__",
                               "OO", self, protocol);
}

static PyMethodDef pixel_methods[] = {
    {"__reduce_ex__", spam_reduce_ex, METH_O, NULL},
    {"darker", (PyCFunction)pixel_darker, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef number_methods[] = {
    {"bytes", (PyCFunction)number_bytes, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef span_methods[] = {
    {"bytes", (PyCFunction)span_bytes, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Point_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Point_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Point_Type_slots[] = {
    {Py_tp_new, point_new},
    {Py_nb_negative, point_negative},
    {Py_tp_dealloc, Point_dealloc},
    {Py_tp_traverse, Point_traverse},
    {0, NULL},
};

static PyType_Spec Point_Type_spec = {
    .name = "spam.Point",
    .basicsize = sizeof(PointObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Point_Type_slots,
};

static PyType_Slot Pixel_Type_slots[] = {
    {Py_tp_hash, pixel_hash},
    {Py_tp_methods, pixel_methods},
    {0, NULL},
};

static PyType_Spec Pixel_Type_spec = {
    .name = "spam.Pixel",
    .basicsize = sizeof(PixelObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Pixel_Type_slots,
};

static void
Number_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Number_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_nb_negative, number_negative},
    {Py_tp_methods, number_methods},
    {Py_tp_dealloc, Number_dealloc},
    {0, NULL},
};

static PyType_Spec Number_Type_spec = {
    .name = "spam.Number",
    .basicsize = sizeof(NumberObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Number_Type_slots,
};

static void
Range_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Range_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_nb_negative, range_negative},
    {Py_tp_dealloc, Range_dealloc},
    {0, NULL},
};

static PyType_Spec Range_Type_spec = {
    .name = "spam.Range",
    .basicsize = sizeof(RangeObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Range_Type_slots,
};

static void
Span_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Span_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_nb_negative, span_negative},
    {Py_tp_methods, span_methods},
    {Py_tp_dealloc, Span_dealloc},
    {0, NULL},
};

static PyType_Spec Span_Type_spec = {
    .name = "spam.Span",
    .basicsize = sizeof(SpanObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Span_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Point_Type);
    Py_VISIT(state->Pixel_Type);
    Py_VISIT(state->Number_Type);
    Py_VISIT(state->Range_Type);
    Py_VISIT(state->Span_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Point_Type);
    Py_CLEAR(state->Pixel_Type);
    Py_CLEAR(state->Number_Type);
    Py_CLEAR(state->Range_Type);
    Py_CLEAR(state->Span_Type);
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
    state->Point_Type = spam_new_type(m, &Point_Type_spec, NULL);
    if (state->Point_Type == NULL) {
        return -1;
    }
    state->Pixel_Type = spam_new_type(m, &Pixel_Type_spec, state->Point_Type);
    if (state->Pixel_Type == NULL) {
        return -1;
    }
    state->Number_Type = spam_new_type(m, &Number_Type_spec, NULL);
    if (state->Number_Type == NULL) {
        return -1;
    }
    state->Range_Type = spam_new_type(m, &Range_Type_spec, NULL);
    if (state->Range_Type == NULL) {
        return -1;
    }
    state->Span_Type = spam_new_type(m, &Span_Type_spec, NULL);
    if (state->Span_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(m, state->Point_Type) < 0
        || PyModule_AddType(m, state->Pixel_Type) < 0
        || PyModule_AddType(m, state->Number_Type) < 0
        || PyModule_AddType(m, state->Range_Type) < 0
        || PyModule_AddType(m, state->Span_Type) < 0)
    {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
