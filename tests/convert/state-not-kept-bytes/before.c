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

static PyTypeObject Point_Type, Pixel_Type, Number_Type, Range_Type, Span_Type;

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

static PyObject *
point_negative(PyObject *self)
{
    PointObject *result = (PointObject *)make(&Point_Type);
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
    PixelObject *result = (PixelObject *)make(&Pixel_Type);
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
    NumberObject *result = (NumberObject *)make(&Number_Type);
    if (result != NULL) {
        result->sign = -1 - ((NumberObject *)self)->sign;
    }
    return (PyObject *)result;
}

static PyObject *
range_negative(PyObject *self)
{
    RangeObject *result = (RangeObject *)make(&Range_Type);
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
    SpanObject *result = (SpanObject *)make(&Span_Type);
    if (result != NULL) {
        result->seconds = -((SpanObject *)self)->seconds;
    }
    return (PyObject *)result;
}

static PyMethodDef pixel_methods[] = {
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

static PyNumberMethods point_number = {.nb_negative = point_negative};
static PyNumberMethods number_number = {.nb_negative = number_negative};
static PyNumberMethods range_number = {.nb_negative = range_negative};
static PyNumberMethods span_number = {.nb_negative = span_negative};

static PyTypeObject Point_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Point",
    .tp_basicsize = sizeof(PointObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = point_new,
    .tp_as_number = &point_number,
};

static PyTypeObject Pixel_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Pixel",
    .tp_basicsize = sizeof(PixelObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_base = &Point_Type,
    .tp_hash = (hashfunc)pixel_hash,
    .tp_methods = pixel_methods,
};

static PyTypeObject Number_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Number",
    .tp_basicsize = sizeof(NumberObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_as_number = &number_number,
    .tp_methods = number_methods,
};

static PyTypeObject Range_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Range",
    .tp_basicsize = sizeof(RangeObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_as_number = &range_number,
};

static PyTypeObject Span_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Span",
    .tp_basicsize = sizeof(SpanObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_as_number = &span_number,
    .tp_methods = span_methods,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddType(m, &Point_Type) < 0 || PyModule_AddType(m, &Pixel_Type) < 0
        || PyModule_AddType(m, &Number_Type) < 0 || PyModule_AddType(m, &Range_Type) < 0
        || PyModule_AddType(m, &Span_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
