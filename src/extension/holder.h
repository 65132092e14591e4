/* Where the code keeps an object: a member of the module state, or a static variable. */
#ifndef INSULATE_EXTENSION_HOLDER_H
#define INSULATE_EXTENSION_HOLDER_H

#include "extension/extension.h"

struct holder {
    const struct variable *variable; /* a pointer; or else: */
    const struct record *record;     /* that has the member; NULL: none is meant */
    const char *member;
};

bool node_is_holder(const struct node *node, const struct holder *holder);
/* Does HOLDER mean one object wherever FUNCTION uses it: is it written once at the most, in
 * front of all other uses, and by no macro such as Py_CLEAR?  No other holder gets it. */
bool holder_keeps_object(const struct holder *holder, const struct function *function);
/* Is what initialisation stores there a new reference, which HOLDER owns then? */
bool holder_owns_object(const struct extension *extension, const struct holder *holder);

#endif
