/* Static methods that need the state: one is given neither a module nor a type.  As a
 * method of the class it is given the class, and is called in the same ways. */
#include "convert/plan/static_methods.h"

#include "convert/conversion.h"

size_t
static_flag_token(const struct initializer *flags)
{
    const struct source_file *file = flags->file;
    for (size_t i = token_at(file, flags->begin);
         i < file->n_tokens && file->tokens[i].begin < flags->end; i++)
    {
        if (token_is(file, i, "METH_STATIC")) {
            return i;
        }
    }
    return file->n_tokens;
}

bool
can_be_class_method(const struct function *function, const struct initializer *flags)
{
    return flags != NULL && !flags->from_macro && function->body != NULL
           && function->n_parameters > 0 && function->parameters[0]->n_uses == 0
           && static_flag_token(flags) < flags->file->n_tokens;
}
