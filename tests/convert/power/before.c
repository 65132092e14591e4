/* pow(2, 3, x) calls nb_power of the type of x. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long value;
} Number;

static PyTypeObject Number_Type;

static PyObject *
number_of(long value)
{
    Number *self = (Number *)Number_Type.tp_alloc(&Number_Type, 0);
    if (self != NULL) {
        self->value = value;
    }
    return (PyObject *)self;
}

static long
value_of(PyObject *object)
{
    return PyObject_TypeCheck(object, &Number_Type) ? ((Number *)object)->value
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
    long result = 1, a = value_of(base), n = value_of(exponent);
    long m = modulus == Py_None ? 0 : value_of(modulus);
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
    return number_of(result);
}

static PyObject *
number_repr(PyObject *self)
{
    return PyUnicode_FromFormat("Number(%ld)", ((Number *)self)->value);
}

static PyNumberMethods number_methods = {
    .nb_power = number_power,
};

static PyTypeObject Number_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Number",
    .tp_basicsize = sizeof(Number),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_as_number = &number_methods,
    .tp_repr = number_repr,
    .tp_new = number_new,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Number_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Number_Type);
    if (PyModule_AddObject(module, "Number", (PyObject *)&Number_Type) < 0) {
        Py_DECREF(&Number_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
