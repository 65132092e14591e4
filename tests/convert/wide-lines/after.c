/* Lines that become wider than the file's own are broken as the others are. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    double value;
    double maximum;
} Measurement;

typedef struct {
    PyObject *MeasurementOverflowError;
    PyObject *MeasurementUnderflowError;
    PyTypeObject *Measurement_Type;
} measurement_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline measurement_state *
get_measurement_state(PyObject *module)
{
    return (measurement_state *)PyModule_GetState(module);
}

static PyObject *
measurement_compare(PyObject *module, PyObject *args)
{
    measurement_state *state = get_measurement_state(module);
    PyObject *left, *right;
    if (!PyArg_ParseTuple(args, "O!O!", state->Measurement_Type, &left,
                          state->Measurement_Type, &right)) {
        return NULL;
    }
    if (PyObject_TypeCheck(left, state->Measurement_Type) &&
        PyObject_TypeCheck(right, state->Measurement_Type) && module != NULL) {
        Py_RETURN_TRUE;
    }
    Py_RETURN_FALSE;
}

static PyObject *
measurement_make(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    measurement_state *state = get_measurement_state(module);
    Measurement *measurement;
    if ((measurement = PyObject_New(Measurement,
                                    state->Measurement_Type)) == NULL) {
        PyErr_SetString(state->MeasurementOverflowError,
                        "there are, alas, too many");
        return NULL;
    }
    return (PyObject *)measurement;
}

#define RAISE(state, what)                                       \
    do {                                                         \
        PyErr_SetString((state)->MeasurementUnderflowError, what); \
    } while (0)

static PyObject *
measurement_fail(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    measurement_state *state = get_measurement_state(module);
    RAISE(state, "this is always too little");
    return NULL;
}

static PyMethodDef measurement_methods[] = {
    {"compare", measurement_compare, METH_VARARGS, NULL},
    {"make", measurement_make, METH_NOARGS, NULL},
    {"fail", measurement_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Measurement_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Measurement_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Measurement_dealloc},
    {0, NULL},
};

static PyType_Spec Measurement_Type_spec = {
    .name = "measurement.Measurement",
    .basicsize = sizeof(Measurement),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Measurement_Type_slots,
};

static int
measurement_traverse(PyObject *module, visitproc visit, void *arg)
{
    measurement_state *state = get_measurement_state(module);
    Py_VISIT(state->MeasurementOverflowError);
    Py_VISIT(state->MeasurementUnderflowError);
    Py_VISIT(state->Measurement_Type);
    return 0;
}

static int
measurement_clear(PyObject *module)
{
    measurement_state *state = get_measurement_state(module);
    Py_CLEAR(state->MeasurementOverflowError);
    Py_CLEAR(state->MeasurementUnderflowError);
    Py_CLEAR(state->Measurement_Type);
    return 0;
}

static void
measurement_free(void *module)
{
    (void)measurement_clear((PyObject *)module);
}

static int measurement_exec(PyObject *module);

static PyModuleDef_Slot measurement_slots[] = {
    {Py_mod_exec, measurement_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef measurement_module = {
    PyModuleDef_HEAD_INIT, "measurement", NULL, sizeof(measurement_state), measurement_methods, measurement_slots, measurement_traverse,
    measurement_clear, measurement_free};

static int
measurement_exec(PyObject *module)
{
    measurement_state *state = get_measurement_state(module);
    state->Measurement_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Measurement_Type_spec, NULL);
    if (state->Measurement_Type == NULL)
        return -1;
    state->MeasurementOverflowError = PyErr_NewException(
        "measurement.OverflowError", NULL, NULL);
    state->MeasurementUnderflowError = PyErr_NewException(
        "measurement.UnderflowError", NULL, NULL);
    Py_XINCREF(state->MeasurementOverflowError);
    if (PyModule_AddObject(module, "OverflowError",
                           state->MeasurementOverflowError) < 0) {
        Py_XDECREF(state->MeasurementOverflowError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_measurement(void)
{
    return PyModuleDef_Init(&measurement_module);
}
