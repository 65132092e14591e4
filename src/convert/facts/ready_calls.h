#ifndef INSULATE_CONVERT_FACTS_READY_CALLS_H
#define INSULATE_CONVERT_FACTS_READY_CALLS_H

#include "model/source.h"

/* The call of PyType_Ready whose argument USE of a type is, or NULL. */
const struct node *ready_call(const struct node *use);

/* What is true when the type could not be made, or, with OUT_IS_SUCCESS, when it could: the
 * comparison around CALL, its negation, or CALL itself as a part of a condition; NULL: there is
 * none. */
const struct node *ready_failure(const struct node *call, bool *out_is_success);

#endif
