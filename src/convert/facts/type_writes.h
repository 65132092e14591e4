#ifndef INSULATE_CONVERT_FACTS_TYPE_WRITES_H
#define INSULATE_CONVERT_FACTS_TYPE_WRITES_H

#include "convert/conversion.h"

/* A node that changes a field of the static type VARIABLE, or an entry of a table of slots that it
 * has, in another way than `VARIABLE.field = …` (field_assignment): through a pointer, a table of
 * types, a parameter or a macro; NULL: none. */
const struct node *hidden_type_write(const struct conversion *c, const struct variable *variable);

/* The parameter whose tp_dict ASSIGN is, `parameter->tp_dict = value`; NULL: it is none.  Where the
 * address of a type is the argument, that is no hidden write. */
const struct variable *parameter_of_dict(const struct node *assign);

#endif
