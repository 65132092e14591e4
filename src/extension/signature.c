#include "extension/signature.h"

#include <string.h>

#include "base/strbuf.h"

static const char *const result_names[] = {
    [SLOT_RESULT_NONE] = "nothing",     [SLOT_RESULT_VOID] = "nothing",
    [SLOT_RESULT_INT] = "an int",       [SLOT_RESULT_SIZE] = "a Py_ssize_t",
    [SLOT_RESULT_OBJECT] = "an object",
};

/* Is TYPE, a function's result, what WANTED says? */
static bool
result_fits(const struct type *type, enum slot_result wanted)
{
    switch (wanted) {
    case SLOT_RESULT_VOID:
        return type->kind == TYPE_VOID;
    case SLOT_RESULT_OBJECT:
        return type->kind == TYPE_POINTER;
    case SLOT_RESULT_SIZE:
        /* An int leaves half of the register as it was. */
        return type->kind == TYPE_INTEGER && strcmp(type->canonical, "int") != 0
               && strcmp(type->canonical, "unsigned int") != 0
               && strcmp(type->canonical, "short") != 0;
    case SLOT_RESULT_INT:
        return type->kind == TYPE_INTEGER;
    default:
        return true;
    }
}

enum misfit
function_misfit(const struct function *function, const struct slot_kind *kind)
{
    const struct type *type = function->type;
    if (type == NULL || type->kind != TYPE_FUNCTION || type->target == NULL
        || function->is_variadic || kind->n_parameters < 0)
    {
        return MISFIT_NONE;
    }
    return type->n_parameters != (size_t)kind->n_parameters ? MISFIT_PARAMETERS
           : !result_fits(type->target, kind->result)       ? MISFIT_RESULT
                                                            : MISFIT_NONE;
}

const char *
slot_result_name(enum slot_result result)
{
    return result_names[result];
}
