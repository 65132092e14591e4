/* Getters and setters: attributes whose functions need the state.
 *
 * They are called with the instance alone, which carries its state (guide: "Module State
 * Access from Slot Methods, Getters and Setters"). */
#include <insulate.h>

#define GETTERS_FIELDS(X)  \
    X(TYPE, Thermometer_type) \
    X(OBJECT, RangeError)  \
    X(DATA, double coldest)
INSULATE_STATE(getters, GETTERS_FIELDS)

#define THERMOMETER_FIELDS(X) \
    X(OBJECT, label)          \
    X(DATA, double celsius)
INSULATE_INSTANCE(Thermometer, getters, THERMOMETER_FIELDS)

static PyObject *
get_celsius(PyObject *self, void *closure)
{
    (void)closure;
    return PyFloat_FromDouble(Thermometer_of(self)->celsius);
}

static int
set_celsius(PyObject *self, PyObject *value, void *closure)
{
    getters_state *state = Thermometer_state_of(self);
    double number;
    (void)closure;
    if (value == NULL) {
        PyErr_SetString(PyExc_AttributeError, "celsius cannot be deleted");
        return -1;
    }
    number = PyFloat_AsDouble(value);
    if (number == -1.0 && PyErr_Occurred()) {
        return -1;
    }
    if (!(number >= state->coldest)) {
        PyErr_Format(state->RangeError, "colder than %d", (int)state->coldest);
        return -1;
    }
    Thermometer_of(self)->celsius = number;
    return 0;
}

/* NULL until it is set, and after the collector was here. */
static PyObject *
get_label(PyObject *self, void *closure)
{
    PyObject *label = Thermometer_of(self)->label;
    (void)closure;
    if (label == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(label);
    return label;
}

static int
set_label(PyObject *self, PyObject *value, void *closure)
{
    PyObject *old = Thermometer_of(self)->label;
    (void)closure;
    Py_XINCREF(value);
    Thermometer_of(self)->label = value;
    Py_XDECREF(old);
    return 0;
}

/* For class methods and others that have the class: it may be a subclass. */
static PyObject *
coldest(PyObject *cls, PyObject *unused)
{
    getters_state *state = Thermometer_state_from_type((PyTypeObject *)cls);
    (void)unused;
    return state == NULL ? NULL : PyFloat_FromDouble(state->coldest);
}

static PyMethodDef Thermometer_methods[] = {
    INSULATE_METHOD("coldest", coldest, METH_NOARGS | METH_CLASS, NULL),
    INSULATE_METHODS_END};

static PyGetSetDef Thermometer_getset[] = {
    {"celsius", get_celsius, set_celsius, "Degrees.", NULL},
    {"label", get_label, set_label, "Anything.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

INSULATE_CLASS(Thermometer, "getters.Thermometer",
               Py_TPFLAGS_BASETYPE | INSULATE_IMMUTABLE_IF_POSSIBLE, Thermometer_methods,
               Thermometer_new_default, INSULATE_SLOT(Py_tp_getset, Thermometer_getset))

static PyMethodDef getters_methods[] = {INSULATE_METHODS_END};

static int
getters_exec(PyObject *module, getters_state *state)
{
    state->coldest = -273.15;
    if (Insulate_AddException(module, &state->RangeError, "getters.RangeError", NULL,
                              PyExc_ValueError) < 0) {
        return -1;
    }
    return Insulate_AddType(module, &state->Thermometer_type, &Thermometer_spec, NULL);
}

/* `label` is replaced without a lock, so that threads need the GIL. */
INSULATE_MODULE(getters, getters, "Measures.", getters_methods, getters_exec, OWN_GIL,
                GIL_USED)
