#ifndef INSULATE_CONVERT_ABI3_H
#define INSULATE_CONVERT_ABI3_H

#include "convert/conversion.h"

/* Abi3.c */
void edit_members(struct conversion *c);

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

/* The body of what finds the state by a type, without PyType_GetModuleByDef. */
void add_limited_by_type(const struct conversion *c, struct strbuf *out,
                         const char *type);

/* Are there slots that are newer than the limited API?  Then a function of that name
 * adds them, VALUE for Py_mod_multiple_interpreters among them, when it is known which
 * Python runs. */
bool slots_are_late(const struct conversion *c);
const char *late_slots_name(const struct conversion *c);
void add_late_slots(const struct conversion *c, struct strbuf *out, const char *value);
void edit_late_slots(struct conversion *c, const char *value);
void move_late_slots(struct conversion *c);

#endif
