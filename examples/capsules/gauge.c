/* A client of meter's C API.
 *
 * The pointer belongs to one module object in one interpreter: it lies in the state, not
 * in a static, beside what keeps it valid. */
#include "meter.h"

#define GAUGE_FIELDS(X)          \
    X(OBJECT, meter_keeper)      \
    X(DATA, const meter_api *meter)
INSULATE_STATE(gauge, GAUGE_FIELDS)

static PyObject *
double_of(PyObject *module, PyObject *meter)
{
    gauge_state *state = gauge_state_from_module(module);
    double value;
    if (state->meter->read(state->meter, meter, &value) < 0) {
        return NULL;
    }
    return state->meter->make(state->meter, 2 * value);
}

static PyMethodDef gauge_methods[] = {
    INSULATE_METHOD("double_of", double_of, METH_O,
                    "double_of($module, meter, /)\n--\n\nA meter that shows twice as much."),
    INSULATE_METHODS_END};

static int
gauge_exec(PyObject *module, gauge_state *state)
{
    void *api;
    (void)module;
    /* insulate: ignore[state-field-unread] `meter` is valid while this is kept */
    state->meter_keeper = Insulate_ImportCapsule(METER_CAPSULE, &api);
    if (state->meter_keeper == NULL) {
        return -1;
    }
    state->meter = (const meter_api *)api;
    if (state->meter->version < 1) {
        PyErr_SetString(PyExc_ImportError, "meter is too old");
        return -1;
    }
    return 0;
}

INSULATE_MODULE(gauge, gauge, "Reads meters.", gauge_methods, gauge_exec, OWN_GIL,
                GIL_NOT_USED)
