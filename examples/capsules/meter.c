/* A module that exports a C API in a capsule.
 *
 * The struct is the state's: each module object exports its own class. Whoever has the
 * capsule may call the API also after the module object is gone; then the class is NULL,
 * and the functions say so (guide: "Lifetime of the Module State"). */
#include "meter.h"

#define METER_FIELDS(X)   \
    X(TYPE, Meter_type)   \
    X(API, meter_api, api)
INSULATE_STATE(meter, METER_FIELDS)

#define METER_INSTANCE_FIELDS(X) X(DATA, double value)
INSULATE_INSTANCE(Meter, meter, METER_INSTANCE_FIELDS)

static PyObject *
Meter_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *words[] = {(char *)"value", NULL};
    meter_state *state = Meter_state_from_type(type);
    PyObject *self;
    double value;
    if (state == NULL ||
        !PyArg_ParseTupleAndKeywords(args, kwargs, "d:Meter", words, &value)) {
        return NULL;
    }
    self = Meter_alloc(type, state);
    if (self != NULL) {
        Meter_of(self)->value = value;
    }
    return self;
}

static PyObject *
Meter_float(PyObject *self)
{
    return PyFloat_FromDouble(Meter_of(self)->value);
}

static PyMethodDef Meter_methods[] = {INSULATE_METHODS_END};

INSULATE_CLASS(Meter, "meter.Meter", INSULATE_IMMUTABLE_IF_POSSIBLE, Meter_methods,
               Meter_new, INSULATE_SLOT(Py_nb_float, Meter_float))

/* ------------------------------------------------------------------ the API */

static int
check_alive(const meter_api *api)
{
    if (api->Meter_type == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the module of the meters is gone");
        return -1;
    }
    return 0;
}

static PyObject *
api_make(const meter_api *api, double value)
{
    meter_state *state;
    PyObject *self;
    if (check_alive(api) < 0) {
        return NULL;
    }
    state = Meter_state_from_type(api->Meter_type);
    if (state == NULL) {
        return NULL;
    }
    self = Meter_alloc(api->Meter_type, state);
    if (self != NULL) {
        Meter_of(self)->value = value;
    }
    return self;
}

static int
api_read(const meter_api *api, PyObject *meter, double *out_value)
{
    if (check_alive(api) < 0) {
        return -1;
    }
    if (!Meter_is(meter)) {
        PyErr_SetString(PyExc_TypeError, "a Meter is wanted");
        return -1;
    }
    *out_value = Meter_of(meter)->value;
    return 0;
}

static PyMethodDef meter_methods[] = {INSULATE_METHODS_END};

static int
meter_exec(PyObject *module, meter_state *state)
{
    if (Insulate_AddType(module, &state->Meter_type, &Meter_spec, NULL) < 0) {
        return -1;
    }
    state->api = meter_api_new();
    if (state->api == NULL) {
        return -1;
    }
    Py_INCREF((PyObject *)state->Meter_type);
    state->api->Meter_type = state->Meter_type;
    state->api->version = 1;
    state->api->make = api_make;
    state->api->read = api_read;
    return Insulate_AddCapsule(module, METER_CAPSULE, state->api);
}

INSULATE_MODULE(meter, meter, "Meters.", meter_methods, meter_exec, OWN_GIL, GIL_NOT_USED)
