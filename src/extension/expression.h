/* What an expression is, whichever way it is spelled: the same object under another
 * name, a reference taken or dropped. */
#ifndef INSULATE_EXTENSION_EXPRESSION_H
#define INSULATE_EXTENSION_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/macros.h"
#include "model/source.h"

bool call_is_one_of(const struct node *node, const char *const *names, size_t n_names);
/* Is NODE a call of one of the functions named behind it? */
#define CALL_IS(node, ...)                                                             \
    call_is_one_of((node), (const char *const[]){__VA_ARGS__},                         \
                   ARRAY_LENGTH(((const char *const[]){__VA_ARGS__})))

/* The expression below casts and parentheses, and behind locals that are given one
 * value only: `self` for `((Spam *)op)` after `Spam *self = (Spam *)op`, the operand of
 * Py_CLEAR(op) for the locals of its expansion, `op` for `spam_of(op)` where that only
 * casts. */
const struct node *node_resolved(const struct node *node);
/* The function that an expression names, below casts and &; or NULL. */
const struct function *node_function(const struct node *node);
/* The variable that an expression names, below casts and &; or NULL. */
const struct variable *node_variable(const struct node *node);
/* Is NODE a null pointer? */
bool node_is_null(const struct node *node);
/* Is NODE the type of an object: Py_TYPE(x), x->ob_type, or a local that was given one
 * of these? */
bool node_is_object_type(const struct node *node);
/* The variable that NODE, resolved, names; or NULL. */
const struct variable *node_resolved_variable(const struct node *node);
/* Do both, resolved, name the same variable, or the same member of the same thing? */
bool nodes_are_alike(const struct node *a, const struct node *b);
/* The only value that the local VARIABLE is ever given; NULL if there is none or more
 * than one, or its address is taken. */
const struct node *variable_only_value(const struct variable *variable);
/* The same for any variable, where a null pointer is no value. */
const struct node *variable_only_object(const struct variable *variable);

/* The last argument of CALL; NULL: it has none. */
const struct node *last_argument(const struct node *call);
/* The object of which CALL drops a reference (Py_DECREF and all that is made of it),
 * resolved; NULL if it drops none. */
const struct node *released_reference(const struct node *call);
/* What stands at ARGUMENT, of a call, without parentheses and casts: of `(Py_INCREF(x), x)` the
 * last. */
const struct node *argument_value(const struct node *argument);
/* The same for a reference taken: Py_INCREF, Py_NewRef … */
const struct node *taken_reference(const struct node *call);
/* Does FUNCTION take a reference to OBJECT anywhere? */
bool function_takes_reference(const struct function *function,
                              const struct node *object);
/* The visited object of Py_VISIT and the like: CALL calls its function's parameter
 * `visit`; NULL if it does not. */
const struct node *visited_reference(const struct function *function,
                                     const struct node *call);

/* Is NODE part of a condition? */
bool node_is_asked(const struct node *node);
/* The local that the value of CALL is put into; NULL: none. */
const struct variable *call_local(const struct node *call);

/* The type of the object that MEMBER, a NODE_MEMBER, is of; NULL where C++ means its own. */
const struct type *member_object_type(const struct node *member);

/* Is NODE a name of FUNCTION's parameter number I, also under another name? */
bool node_is_parameter(const struct function *function, const struct node *node,
                       size_t i);

#endif
