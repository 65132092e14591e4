/* What `meter` exports for C code, as its clients include it. */
#ifndef EXAMPLE_METER_H
#define EXAMPLE_METER_H

#include <insulate.h>
#include <insulate/capsules.h>

#define METER_CAPSULE "meter._C_API"

/* Grows at its end only; `version` says how far. */
#define METER_API_FIELDS(X)                                                             \
    X(DATA, int version)                                                                \
    X(TYPE, Meter_type)                                                                 \
    X(DATA, PyObject *(*make)(const struct meter_api *api, double value))               \
    X(DATA, int (*read)(const struct meter_api *api, PyObject *meter, double *out_value))
INSULATE_API(meter_api, METER_API_FIELDS)

#endif
