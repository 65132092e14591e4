#ifndef INSULATE_CONVERT_PLAN_VALUE_OWNERSHIP_H
#define INSULATE_CONVERT_PLAN_VALUE_OWNERSHIP_H

#include "convert/conversion.h"

/* What a value is for the place that it is stored in. */
enum stored_value {
    VALUE_NEW,      /* a reference, which the place owns */
    VALUE_BORROWED, /* something else owns it */
    VALUE_UNKNOWN,
};

/* What VALUE, of FUNCTION, is.  DEPTH: 0. */
enum stored_value value_of_node(const struct conversion *c, const struct node *value,
                                const struct function *function, unsigned depth);

/* Is a reference to VARIABLE taken in FUNCTION? */
bool takes_reference(const struct function *function, const struct variable *variable);

/* Does FUNCTION give the reference of its LOCAL away? */
bool is_given_away(const struct conversion *c, const struct function *function,
                   const struct variable *local);

/* Does FUNCTION take a reference to VARIABLE that it does not hand on to its caller, or to
 * something that it fills? */
bool keeps_reference(const struct conversion *c, const struct function *function,
                     const struct variable *variable);

/* Does FUNCTION take a reference to what is written as VALUE is, in any of its branches? */
bool is_counted(const struct function *function, const struct node *value);

/* Are all references that FUNCTION takes to VALUE, a static or a local that borrows what it has,
 * for calls that steal one each, or for its caller? */
bool takes_for_others(const struct conversion *c, const struct function *function,
                      const struct node *value);

/* Does FUNCTION return VARIABLE more often than it takes a reference for that?  Then its callers
 * borrow what it returns. */
bool returns_borrowed(const struct function *function, const struct variable *variable);

/* Is a reference taken where USE stands, to what it has? */
bool is_increment(const struct node *use);

/* Is USE returned, as it is or by Py_NewRef? */
bool is_returned(const struct node *use);

/* Is LOCAL given what VARIABLE, or a part of it, has? */
bool gets_what_it_has(const struct variable *local, const struct variable *variable);

/* Can code behind ASSIGN, in the same run, come to NODE, which stands behind it?  No block that
 * is around it alone ends with a return; a goto may lead there. */
bool runs_on_to(const struct node *assign, const struct node *node);

#endif
