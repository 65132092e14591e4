#ifndef INSULATE_CONVERT_STATIC_METHODS_H
#define INSULATE_CONVERT_STATIC_METHODS_H

#include "convert/conversion.h"

/* Can FUNCTION, a static method by FLAGS, be one of the class? Make those
 * that need the state so. */
bool can_be_class_method(const struct function *function,
                         const struct initializer *flags);
void edit_static_methods(struct conversion *c);

#endif
