#ifndef INSULATE_CONVERT_REWRITE_FUNCTIONS_STATE_EXPRESSIONS_H
#define INSULATE_CONVERT_REWRITE_FUNCTIONS_STATE_EXPRESSIONS_H

#include "convert/rewrite/rewriter.h"

/* The declaration of FUNCTION's state, made of its parameters; NULL after a refusal. */
const char *lookup_text(struct rewriter *r, const struct function *function);

/* The state of FUNCTION as an expression of its parameters; NULL after a
 * refusal. */
const char *state_expression(struct rewriter *r, const struct function *function);

/* Is PARAMETER a PyObject *? */
bool is_plain_object(const struct variable *parameter);

#endif
