/* Where the code keeps an object: a member of the module state, or a static variable. */
#ifndef INSULATE_EXTENSION_HOLDER_H
#define INSULATE_EXTENSION_HOLDER_H

#include "extension/extension.h"

struct holder {
    const struct variable *variable; /* a pointer; or else: */
    const struct record *record;     /* that has the member; NULL: none is meant */
    const char *member;
};

/* Is NODE the argument of a Py_CLEAR? */
bool node_is_cleared(const struct source *source, const struct node *node);
bool node_is_holder(const struct node *node, const struct holder *holder);
/* Is STATEMENT Py_CLEAR(HOLDER)? */
bool holder_is_cleared(const struct source *source, const struct node *statement,
                       const struct holder *holder);
/* Does HOLDER mean one object wherever FUNCTION uses it: is it written once at the most, in
 * front of all other uses, and by no macro but Py_CLEAR?  No other holder gets it. */
bool holder_keeps_object(const struct source *source, const struct holder *holder,
                         const struct function *function);
/* Is what initialisation stores there a new reference, which HOLDER owns then?  The second:
 * or the object in a local, whose references ask_balance() counts. */
bool holder_owns_object(const struct extension *extension, const struct holder *holder);
bool holder_is_counted(const struct extension *extension, const struct holder *holder);

#endif
