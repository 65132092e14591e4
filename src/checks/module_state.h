/* The struct of a module's state, and what the module's hooks do with it. */
#ifndef INSULATE_CHECKS_MODULE_STATE_H
#define INSULATE_CHECKS_MODULE_STATE_H

#include "checks/extension.h"

/* How many calls deep a hook is followed. */
enum { HOOK_DEPTH = 3 };

/* The struct that all code of MODULE's files takes its state for; NULL if there
 * is none or more than one. */
const struct record *module_state_record(const struct extension *extension,
                                         const struct module *module);
bool record_holds_objects(const struct record *record);
/* Does FUNCTION (NULL: no), or what it calls, name a member called FIELD? */
bool function_names_field(const struct function *function, const char *field,
                          int depth);
/* Is FIELD only ever given a bare parameter: the module itself, for instance?
 * Such a reference is borrowed. */
bool field_is_borrowed(const struct source *source, const char *field);

#endif
