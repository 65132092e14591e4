#include <Python.h>

typedef struct {
    PyObject_HEAD
    double radians;
    int n_turns;
} AngleObject;

static PyTypeObject Angle_Type;

static PyObject *
make_angle(double radians)
{
    AngleObject *self = PyObject_New(AngleObject, &Angle_Type);
    if (self != NULL) {
        self->radians = radians;
        self->n_turns = 0;
    }
    return (PyObject *)self;
}

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

GET_FIELD(opposite, radians + 3.14, make_angle)
GET_FIELD(radians, radians, PyFloat_FromDouble)
GET_FIELD(first, radians * 2, IF_ANY(angle->n_turns, make_angle))

#define OR_NONE(build, value) ((PyObject *(*)(double))(build))(value)

static PyObject *
half(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return OR_NONE(make_angle, ((AngleObject *)self)->radians / 2);
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

static PyTypeObject Angle_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Angle",
    .tp_basicsize = sizeof(AngleObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = angle_methods,
    .tp_getset = angle_getset,
};

static PyObject *
spam_angle(PyObject *Py_UNUSED(module), PyObject *arg)
{
    double radians = PyFloat_AsDouble(arg);
    if (radians == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    return make_angle(radians);
}

static PyMethodDef spam_methods[] = {
    {"angle", spam_angle, METH_O, "An angle."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Angle_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
