#ifndef INSULATE_CONVERT_PLAN_EARLY_RETURNS_H
#define INSULATE_CONVERT_PLAN_EARLY_RETURNS_H

#include "model/source.h"

/* The first statement of the body of HOOK, a traverse, clear or free function, in which it
 * may be left before its end; NULL: none.  What leaves because there is no state, or hands on
 * what a visit said, is none. */
const struct node *early_return(const struct function *hook);

/* The statement that HOOK ends with; NULL: it has none. */
const struct node *last_statement(const struct function *hook);

#endif
