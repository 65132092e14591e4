#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_STATE_EXPRESSIONS_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_STATE_EXPRESSIONS_H

#include "convert/rewrite/rewriter.h"

/* The declaration of FUNCTION's state, made of its parameters; NULL if they do not tell. */
const char *lookup_text(struct rewriter *r, const struct function *function);

/* NAME, parameter I of FUNCTION, as a PyObject *. */
const char *object_named(const struct conversion *c, const struct function *function,
                         size_t i, const char *name);

/* The module object in FUNCTION, which is its first parameter, or which it initialises. */
const char *module_expression(struct rewriter *r, const struct function *function);

/* The state of FUNCTION as an expression of its parameters; NULL if they do
 * not tell, which plan/state_passing.c refuses. */
const char *state_expression(struct rewriter *r, const struct function *function);

#endif
