#ifndef INSULATE_CONVERT_TYPE_CREATION_H
#define INSULATE_CONVERT_TYPE_CREATION_H

#include "convert/conversion.h"

/* The expression that makes the heap type of TYPE. */
char *type_creation(struct conversion *c, const struct variable *type,
                    const char *module);

/* The moving type that is the base of TYPE, or NULL. */
const struct variable *own_base(const struct conversion *c,
                                const struct variable *type);

/* What stands for the base of TYPE, or NULL; and as an expression of type
 * PyTypeObject *, "NULL" for object. */
const struct node *base_of(const struct conversion *c, const struct variable *type);
const char *base_text(struct conversion *c, const struct variable *type);

/* Is its name without a dot? */
bool is_plain_name(const struct variable *type);

#endif
