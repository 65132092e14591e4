/* What the plan calls kinds of variables and ways to the state. */
#include "convert/report/wording.h"

#include "convert/plan/functions.h"
#include "convert/plan/module.h"
#include "convert/plan/teardown.h"

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
kind_name(const struct variable_plan *plan)
{
    switch (plan->kind) {
    case FIELD_OBJECT:
        return plan->is_free_list ? "free-list" : "object";
    case FIELD_TYPE:
        return "type";
    case FIELD_RECORD:
        return "struct";
    case FIELD_DATA:
        return "data";
    case FIELD_VECTOR:
        return "array";
    case FIELD_NONE:
        break;
    }
    return "";
}

struct access_wording
access_wording(const struct conversion *c, const struct function *function)
{
    static const struct access_wording parameter = {
        "parameter", "a new first parameter, passed by its callers"};
    const struct function_plan *plan = plan_of_function(c, function);
    if (function == c->init->setup) {
        return (struct access_wording){"exec", "the module argument of the exec function"};
    }
    if (plan->is_init && !plan->has_context) {
        return plan->gets_module
                   ? (struct access_wording){"module-parameter",
                                             "the module, a new first parameter"}
               : plan->module_parameter >= 0
                   ? (struct access_wording){"module",
                                             "the module, passed by its caller"}
                   : parameter;
    }
    switch (plan->access) {
    case ACCESS_MODULE:
        return (struct access_wording){"module", "its module argument"};
    case ACCESS_HOOK:
    case ACCESS_INIT:
        return (struct access_wording){"hook", "the module it is called for"};
    case ACCESS_EITHER:
        return (struct access_wording){
            "module-or-self", "its first argument: the module, or an instance"};
    case ACCESS_SELF:
        return (struct access_wording){"self", "the type of its instance"};
    case ACCESS_OBJECT:
        return (struct access_wording){"argument",
                                       plan->object_local != NULL
                                               || plan->object_member != NULL
                                           ? "the type of the instance that its user "
                                             "data leads to"
                                           : "the type of the instance argument"};
    case ACCESS_CLASS:
        return (struct access_wording){"class", "the type that it is called on"};
    case ACCESS_OPERANDS:
        return (struct access_wording){"operands", "the type of either operand"};
    case ACCESS_PARAMETER:
        return parameter;
    case ACCESS_TEARDOWN:
        if (may_lack_state(c, function)) {
            return (struct access_wording){
                "teardown",
                "the type of its instance, while the type has its module"};
        }
        if (state_holder(c, function) != NULL) {
            return (struct access_wording){"instance",
                                           "the module that its instance holds"};
        }
        if (finds_state_at_end(c, function)) {
            return (struct access_wording){"self", "the type of its instance"};
        }
        break;
    case ACCESS_INTERPRETER:
        return (struct access_wording){"interpreter", "the dictionary of the interpreter"};
    case ACCESS_UNREACHABLE:
        break;
    }
    return (struct access_wording){"none", "none: it cannot access the state"};
}
