/* Lines that become wider than the file's own are broken as the others are. */
#include <Python.h>

static PyTypeObject Measurement_Type;
static PyObject *MeasurementOverflowError, *MeasurementUnderflowError;

typedef struct {
    PyObject_HEAD
    double value;
    double maximum;
} Measurement;

static PyObject *
measurement_compare(PyObject *module, PyObject *args)
{
    PyObject *left, *right;
    if (!PyArg_ParseTuple(args, "O!O!", &Measurement_Type, &left, &Measurement_Type,
                          &right)) {
        return NULL;
    }
    if (PyObject_TypeCheck(left, &Measurement_Type) &&
        PyObject_TypeCheck(right, &Measurement_Type) && module != NULL) {
        Py_RETURN_TRUE;
    }
    Py_RETURN_FALSE;
}

static PyObject *
measurement_make(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    Measurement *measurement;
    if ((measurement = PyObject_New(Measurement, &Measurement_Type)) == NULL) {
        PyErr_SetString(MeasurementOverflowError, "there are, alas, too many");
        return NULL;
    }
    return (PyObject *)measurement;
}

#define RAISE(what)                                              \
    do {                                                         \
        PyErr_SetString(MeasurementUnderflowError, what);        \
    } while (0)

static PyObject *
measurement_fail(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    RAISE("this is always too little");
    return NULL;
}

static PyMethodDef measurement_methods[] = {
    {"compare", measurement_compare, METH_VARARGS, NULL},
    {"make", measurement_make, METH_NOARGS, NULL},
    {"fail", measurement_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Measurement_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "measurement.Measurement",
    .tp_basicsize = sizeof(Measurement),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef measurement_module = {
    PyModuleDef_HEAD_INIT, "measurement", NULL, -1, measurement_methods, NULL, NULL,
    NULL, NULL};

PyMODINIT_FUNC
PyInit_measurement(void)
{
    PyObject *module;

    if (PyType_Ready(&Measurement_Type) < 0)
        return NULL;
    module = PyModule_Create(&measurement_module);
    if (module == NULL)
        return NULL;
    MeasurementOverflowError = PyErr_NewException("measurement.OverflowError", NULL, NULL);
    MeasurementUnderflowError = PyErr_NewException("measurement.UnderflowError", NULL, NULL);
    Py_XINCREF(MeasurementOverflowError);
    if (PyModule_AddObject(module, "OverflowError", MeasurementOverflowError) < 0) {
        Py_XDECREF(MeasurementOverflowError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
