#ifndef INSULATE_CONVERT_PLAN_HOOKS_H
#define INSULATE_CONVERT_PLAN_HOOKS_H

#include "convert/conversion.h"

/* Does the state hold objects? */
bool holds_objects(const struct conversion *c);

/* The function in FIELD of the definition, or NULL; that in m_free, the opt-out's left
 * out. */
const struct function *hook_function(const struct conversion *c, const char *field);
const struct function *release_function(const struct conversion *c);

/* Does the traverse function that the module gets visit FIELD of the state that it has already?
 * Its own m_free releases it, or nothing does.  Does it visit any? */
bool visits_old_field(const struct conversion *c, const struct field *field);
bool visits_old_state(const struct conversion *c);
/* Does nothing release these fields, so that the new hooks do? */
bool clears_old_state(const struct conversion *c);

/* Is one written that the module does not have? */
bool has_new_hooks(const struct conversion *c);

/* Does the module's own m_free, which does not call m_clear, have to release the objects
 * that moved?  CPython calls m_clear only where the collector finds the module. */
bool release_drops_objects(const struct conversion *c);

/* Is there an m_clear for the state that the module has already, and no m_free that calls it?
 * The process had one such state, now each module object has one. */
bool lacks_release(const struct conversion *c);

bool function_uses(const struct function *function, const struct variable *variable);
/* Does HOOK, or what it calls, use VARIABLE in any way? */
bool hook_names(const struct function *hook, const struct variable *variable);
/* Does HOOK, or what it calls, handle VARIABLE itself, or FIELD of that (NULL: the variable is
 * no struct)? */
bool hook_handles(const struct conversion *c, const struct function *hook,
                  const struct variable *variable, const char *field);
/* The same of the array VARIABLE: its element INDEX, or, as far as is known, all. */
bool hook_handles_element(const struct function *hook, const struct variable *variable,
                          int64_t index);

/* `.m_free = …,` in the definition of the module; false: it is not written so. */
bool release_entry(const struct conversion *c, struct range *out);

/* Refuse hooks that cannot be extended. */
void check_hooks(struct conversion *c);

#endif
