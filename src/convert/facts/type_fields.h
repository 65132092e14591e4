#ifndef INSULATE_CONVERT_FACTS_TYPE_FIELDS_H
#define INSULATE_CONVERT_FACTS_TYPE_FIELDS_H

#include "convert/conversion.h"

/* What TYPE has in FIELD, given with the type or at run time; NULL: nothing. */
const struct node *type_field(const struct variable *type, const char *field);

/* Has TYPE the FLAG in its initialiser?  UNKNOWN: if that cannot be told. */
enum { TPFLAGS_BASETYPE = 1 << 10, TPFLAGS_HAVE_GC = 1 << 14 };
bool type_has_flag(const struct variable *type, long long flag, bool unknown);

/* Does FIELD of PyTypeObject have a slot? */
bool is_slot(const char *field);

/* Fields that the spec itself has, or that mean nothing in a heap type. */
bool is_of_spec(const char *field);

/* The assignment `X.field = value` that USE of X begins, as a statement or as one of a chain
 * of such, `X.field = Y.field = value;`; or NULL. */
const struct node *field_assignment(const struct node *use);

/* The value of ASSIGN, the last one in a chain. */
const struct node *assigned_value(const struct node *assign);

/* The assignment that ASSIGN is the value of, or NULL. */
const struct node *assignment_around(const struct node *assign);

#endif
