/* What the plan calls kinds of variables and ways to the state. */
#include "convert/report/wording.h"

const char *
kind_words(const struct variable_plan *plan, enum field_kind kind)
{
    switch (kind) {
    case FIELD_OBJECT:
        if (plan->is_free_list) {
            return "a free list for each module; a lock is not needed with a GIL";
        }
        return plan->variable->type->kind == TYPE_ARRAY ? "Python objects"
                                                        : "a Python object";
    case FIELD_TYPE:
        return "a static type, which becomes a heap type";
    case FIELD_RECORD:
        return "a C struct that contains Python objects";
    case FIELD_DATA:
        return "mutable C data";
    case FIELD_VECTOR:
        return "an array of Python objects, which the module visits and frees";
    case FIELD_NONE:
        break;
    }
    return "";
}

const char *
access_words(const struct conversion *c, const struct function *function)
{
    const struct function_plan *plan = plan_of_function(c, function);
    if (function == c->setup) {
        return "the module argument of the exec function";
    }
    if (plan->is_init && !plan->has_context) {
        return plan->gets_module ? "the module, a new first parameter"
               : plan->module_parameter >= 0
                   ? "the module, passed by its caller"
                   : "a new first parameter, passed by its callers";
    }
    switch (plan->access) {
    case ACCESS_MODULE:
        return "its module argument";
    case ACCESS_HOOK:
    case ACCESS_INIT:
        return "the module it is called for";
    case ACCESS_EITHER:
        return "its first argument: the module, or an instance";
    case ACCESS_SELF:
        return "the type of its instance";
    case ACCESS_OBJECT:
        return "the type of the instance argument";
    case ACCESS_CLASS:
        return "the type that it is called on";
    case ACCESS_OPERANDS:
        return "the type of either operand";
    case ACCESS_PARAMETER:
        return "a new first parameter, passed by its callers";
    case ACCESS_TEARDOWN:
        if (plan->may_lack_state) {
            return "the type of its instance, while the type has its module";
        }
        break;
    case ACCESS_UNREACHABLE:
        break;
    }
    return "none: it cannot access the state";
}
