/* The struct of a module's state, and what the module's hooks do with it. */
#ifndef INSULATE_EXTENSION_MODULE_STATE_H
#define INSULATE_EXTENSION_MODULE_STATE_H

#include "extension/extension.h"

/* How many calls deep a hook is followed. */
enum { HOOK_DEPTH = 3 };

/* Does CALL ask a module for its state?  (_PyModule_GetState is CPython's own name for an
 * inlined PyModule_GetState.) */
bool call_is_module_state(const struct node *call);
/* What stands in module->state: found by the look-ups in MODULE's files. */
const struct record *module_state_read(const struct extension *extension,
                                       const struct module *module);
/* The struct whose size m_size is; the state of MODULE that its code shows is known. */
const struct record *module_state_sized(const struct module *module);
/* Is VARIABLE a module: is it asked for its state? */
bool variable_is_module(const struct extension *extension,
                        const struct variable *variable);
/* Is TYPE a pointer to the state of one of the modules? */
bool type_points_to_state(const struct extension *extension, const struct type *type);
bool record_holds_objects(const struct record *record);
/* Does FUNCTION (NULL: no), or what it calls, name a member called FIELD? */
bool function_names_field(const struct extension *extension,
                          const struct function *function, const char *field, int depth);
/* Does FUNCTION (NULL: no), or what it calls, free elements of the array FIELD as memory?
 * They are no live objects then: a free list. */
bool function_frees_elements(const struct function *function, const char *field,
                             int depth);
/* Is the member FIELD of RECORD only ever given a bare parameter, the module itself for
 * instance, or what another struct owns?  Such a reference is borrowed. */
bool field_is_borrowed(const struct extension *extension, const struct record *record,
                       const char *field);

#endif
