/* Static methods that need the state: one is given neither a module nor a type.  As a
 * method of the class it is given the class, and is called in the same ways. */
#include "convert/plan/static_methods.h"

bool
find_static_flag(const struct initializer *flags, struct word *out)
{
    *out = (struct word){.file = flags->file, .end = flags->begin};
    return word_next(out, "METH_STATIC", flags->end);
}

bool
can_be_class_method(const struct function *function, const struct initializer *flags)
{
    struct word flag;
    return flags != NULL && !flags->from_macro && function->body != NULL
           && function->n_parameters > 0 && function->parameters[0]->n_uses == 0
           && find_static_flag(flags, &flag);
}
