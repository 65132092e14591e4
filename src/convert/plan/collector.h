#ifndef INSULATE_CONVERT_PLAN_COLLECTOR_H
#define INSULATE_CONVERT_PLAN_COLLECTOR_H

#include "convert/conversion.h"
#include "convert/facts/mentions.h"

/* Functions whose first argument is of one final type. */
void plan_receivers(struct conversion *c);
void plan_collector(struct conversion *c);

/* Does the garbage collector see instances that are a RECORD each?  Those of
 * which no type is known: yes. */
bool is_collected(const struct conversion *c, const struct record *record);

/* Do instances of TYPE own nothing but their type that its base knows of?  So it is with
 * object, and with the tzinfo that PyDateTimeAPI offers. */
bool base_owns_nothing(const struct variable *type);

/* Is FUNCTION called for instances of types that can have no subclasses, and for those
 * types, only?  Then Py_TYPE(self) is such a type itself. */
bool is_called_for_final_types(const struct conversion *c,
                               const struct function *function);

/* Is FUNCTION called for instances of types of the module only: by their slots and tables, each of
 * which is of what IS_ONE says, and by calls of which IS_CALL says so?  Both get CONTEXT. */
bool is_called_for_types(const struct conversion *c, const struct function *function,
                         bool (*is_one)(const struct conversion *, const struct variable *,
                                        const void *),
                         bool (*is_call)(const struct conversion *, const struct node *,
                                         const void *),
                         const void *context);

/* Does MENTION mean the type of its function's first argument, for certain?  Then it is
 * Py_TYPE(self), and the state is not needed for it. */
bool is_own_type(const struct conversion *c, const struct mention *mention);

#endif
