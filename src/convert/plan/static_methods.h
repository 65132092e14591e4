#ifndef INSULATE_CONVERT_PLAN_STATIC_METHODS_H
#define INSULATE_CONVERT_PLAN_STATIC_METHODS_H

#include "model/source.h"

/* Can FUNCTION, a static method by FLAGS, be one of the class? */
bool can_be_class_method(const struct function *function,
                         const struct initializer *flags);

/* The token that says METH_STATIC in the initialiser FLAGS; n_tokens if none does. */
size_t static_flag_token(const struct initializer *flags);

#endif
