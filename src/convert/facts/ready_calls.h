#ifndef INSULATE_CONVERT_FACTS_READY_CALLS_H
#define INSULATE_CONVERT_FACTS_READY_CALLS_H

#include "model/source.h"

/* The call of PyType_Ready whose argument USE of a type is, or NULL. */
const struct node *ready_call(const struct node *use);

/* The comparison around CALL that is true when the type could not be made, or, with
 * OUT_IS_SUCCESS, when it could; NULL: there is none. */
const struct node *ready_failure(const struct node *call, bool *out_is_success);

#endif
