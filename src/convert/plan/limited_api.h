#ifndef INSULATE_CONVERT_PLAN_LIMITED_API_H
#define INSULATE_CONVERT_PLAN_LIMITED_API_H

#include "convert/conversion.h"

enum {
    LIMITED_PHASES = 0x03050000,       /* PyModuleDef_Init */
    LIMITED_TYPES = 0x030A0000,        /* PyType_FromModuleAndSpec */
    LIMITED_BUFFER = 0x030B0000,       /* Py_bf_getbuffer */
    LIMITED_STRICT = 0x030B0000,       /* Py_TYPE, Py_INCREF want a PyObject * */
    LIMITED_INTERPRETERS = 0x030C0000, /* Py_mod_multiple_interpreters */
    LIMITED_GIL = 0x030D0000,          /* Py_mod_gil, PyType_GetModuleByDef */
};

/* The function in FIELD of TYPE, an expression for a pointer to a type. */
const char *type_function(const struct conversion *c, const char *type,
                          const char *field);
void check_abi3(struct conversion *c);

/* The cast that Py_TYPE and Py_INCREF want of another struct than PyObject, or "". */
const char *object_cast(const struct conversion *c);

/* Has the limited API that is kept to, if one is, the slot FIELD, and
 * PyType_GetModuleByDef? */
bool slot_is_limited(const struct conversion *c, const char *field);
bool finds_by_definition(const struct conversion *c);

/* Can the result read the structs of types, which the limited API hides? */
bool knows_structs_of_types(const struct conversion *c);

/* Are there slots that are newer than the limited API?  Then a function of that name
 * adds them when it is known which Python runs. */
bool slots_are_late(const struct conversion *c);
const char *late_slots_name(const struct conversion *c);

/* The type of the function in FIELD of a type; NULL if it is none. */
const char *function_type(const char *field);

#endif
