#ifndef INSULATE_CONVERT_PLAN_STATIC_METHODS_H
#define INSULATE_CONVERT_PLAN_STATIC_METHODS_H

#include "convert/conversion.h"
#include "convert/facts/inactive/words.h"

/* Can FUNCTION, a static method by FLAGS, be one of the class? */
bool can_be_class_method(const struct function *function,
                         const struct initializer *flags);

/* The words METH_STATIC that become METH_CLASS. */
struct class_methods {
    const struct word *flags;
    size_t n_flags, capacity;
};

/* Which static methods become class methods: those that need the state. */
void plan_class_methods(struct conversion *c);

#endif
