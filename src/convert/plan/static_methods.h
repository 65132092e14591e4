#ifndef INSULATE_CONVERT_PLAN_STATIC_METHODS_H
#define INSULATE_CONVERT_PLAN_STATIC_METHODS_H

#include "convert/facts/inactive/words.h"

/* Can FUNCTION, a static method by FLAGS, be one of the class? */
bool can_be_class_method(const struct function *function,
                         const struct initializer *flags);

/* The word METH_STATIC in the initialiser FLAGS. */
bool find_static_flag(const struct initializer *flags, struct word *out);

#endif
