/* The expression by which a function gets the state from its arguments. */
#include "convert/rewrite/functions/state_expressions.h"

#include "convert/arena_text.h"
#include "convert/facts/parameters.h"
#include "convert/plan/collector.h"
#include "convert/plan/functions.h"
#include "convert/plan/late_callbacks.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/module.h"
#include "convert/plan/module_holders.h"
#include "convert/plan/names.h"
#include "convert/plan/state_keepers.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/teardown.h"
#include "convert/rewrite/functions/function_head.h"

const char *
object_named(const struct conversion *c, const struct function *function, size_t i,
             const char *name)
{
    return is_plain_object(function->parameters[i]) ? name
                                                    : TEXT(c, "(PyObject *)%s", name);
}

/* The state of FUNCTION, whose parameter FIRST is a type of the module or an instance of
 * one, where no subclass can be meant: it is found without a search. */
static const char *
state_of_exact_type(struct rewriter *r, const struct function *function, const char *first)
{
    const struct conversion *c = r->plan;
    bool is_object = is_plain_object(function->parameters[0]);
    bool is_class = plan_of_function(c, function)->access == ACCESS_CLASS;
    if (knows_structs_of_types(c)) {
        require(r, REQUIRES_GET);
        require(r, REQUIRES_BY_FINAL_TYPE);
        return is_class ? TEXT(c, "%s(%s%s)", c->names->get_by_final_type,
                               is_object ? "(PyTypeObject *)" : "", first)
                        : TEXT(c, "%s(Py_TYPE(%s%s))", c->names->get_by_final_type,
                               is_object ? "" : object_cast(c), first);
    }
    if (is_class) {
        return TEXT(c, "(%s *)PyType_GetModuleState(%s%s)", c->names->state_type,
                    is_object ? "(PyTypeObject *)" : "", first);
    }
    return TEXT(c, "(%s *)PyType_GetModuleState(Py_TYPE(%s%s))", c->names->state_type,
                is_object ? "" : object_cast(c), first);
}

const char *
module_expression(struct rewriter *r, const struct function *function)
{
    return has_module_first(r->plan, function)
               ? parameter_name(r, function, 0, "module")
               : module_name_in(r->plan, function);
}

/* The state of FUNCTION, a callback that gets or finds an instance which holds its module. */
static const char *
state_of_holding_instance(struct rewriter *r, const struct function *function)
{
    const struct function_plan *plan = plan_of_function(r->plan, function);
    const struct variable *instance = plan->object_local;
    const char *name;
    if (instance != NULL) {
        name = instance->name;
    }
    else {
        instance = function->parameters[plan->object_parameter];
        name = parameter_name(r, function, (size_t)plan->object_parameter, "self");
    }
    if (plan->object_member != NULL) {
        name = TEXT(r, "%s->%s", name, plan->object_member);
    }
    require(r, REQUIRES_GET);
    return TEXT(r, "%s(%s)", r->plan->names->get,
                held_module(r->plan, callback_holder(r->plan, function), instance->type,
                            name));
}

/* The state that OBJECT, the name of PARAMETER, keeps. */
static const char *
state_kept_in(struct rewriter *r, const struct state_keeper *keeper,
              const struct variable *parameter, const char *object)
{
    const struct type *type = parameter->type;
    bool is_plain = type->kind == TYPE_POINTER && type->target != NULL
                    && type->target->record == keeper->record;
    require(r, REQUIRES_BY_TYPE);
    require(r, REQUIRES_KEPT);
    return TEXT(r, is_plain ? "%s(Py_TYPE(%s%s), &%s->%s)" : "%s(Py_TYPE(%s%s), &((%s *)%s)->%s)",
                r->plan->names->get_kept,
                is_plain_object(parameter) ? "" : object_cast(r->plan), object,
                is_plain ? object : keeper->instance, is_plain ? keeper->member : object,
                keeper->member);
}

/* The state of FUNCTION, nb_power: pow(2, 3, x) calls that of x. */
static const char *
state_of_power(struct rewriter *r, const struct function *function, const char *first,
               const char *second)
{
    require(r, REQUIRES_BY_POWER);
    return TEXT(r, "%s(%s, %s, %s)", r->plan->names->get_by_power,
                object_named(r->plan, function, 0, first),
                object_named(r->plan, function, 1, second),
                object_named(r->plan, function, 2, parameter_name(r, function, 2, "modulus")));
}

const char *
state_expression(struct rewriter *r, const struct function *function)
{
    const struct function_plan *plan = plan_of_function(r->plan, function);
    const char *first = NULL, *second = NULL;

    if (plan->access == ACCESS_OBJECT && callback_holder(r->plan, function) != NULL) {
        return state_of_holding_instance(r, function);
    }
    if (plan->object_local != NULL) {
        require(r, REQUIRES_GET);
        require(r, REQUIRES_BY_TYPE);
        return TEXT(r, "%s(Py_TYPE(%s%s))", r->plan->names->get_by_type,
                    object_cast(r->plan), plan->object_local->name);
    }
    if (plan->access == ACCESS_INTERPRETER) {
        require(r, REQUIRES_GET);
        require(r, REQUIRES_BY_INTERPRETER);
        return TEXT(r, "%s()", r->plan->names->get_by_interpreter);
    }
    if (plan->is_init && !plan->has_context) {
        require(r, REQUIRES_GET);
        return TEXT(r, "%s(%s)", r->plan->names->get,
                    module_name_in(r->plan, function));
    }
    if (function->n_parameters > 0) {
        first = parameter_name(r, function, 0,
                               plan->access == ACCESS_MODULE ? "module" : "self");
    }
    if (first == NULL) {
        return NULL;
    }
    if ((plan->access == ACCESS_SELF || plan->access == ACCESS_CLASS)
        && is_called_for_final_types(r->plan, function))
    {
        return state_of_exact_type(r, function, first);
    }
    const struct module_holder *holder = state_holder(r->plan, function);
    if (holder == NULL && finds_state_at_end(r->plan, function)) {
        return state_of_exact_type(r, function, first);
    }
    require(r, REQUIRES_GET);
    const struct state_keeper *keeper = state_keeper_for(r->plan, function);
    if (keeper != NULL) {
        return state_kept_in(r, keeper, function->parameters[0], first);
    }
    if (holder != NULL) {
        return TEXT(r, "%s(%s)", r->plan->names->get,
                    held_module(r->plan, holder, function->parameters[0]->type, first));
    }
    switch (plan->access) {
    case ACCESS_MODULE:
    case ACCESS_HOOK:
    case ACCESS_INIT:
        return TEXT(r, "%s(%s)", r->plan->names->get,
                    object_named(r->plan, function, 0, first));
    case ACCESS_EITHER:
        require(r, REQUIRES_BY_TYPE);
        return TEXT(r, "PyModule_Check(%s) ? %s(%s) : %s(Py_TYPE(%s%s))", first,
                    r->plan->names->get, object_named(r->plan, function, 0, first),
                    r->plan->names->get_by_type,
                    is_plain_object(function->parameters[0]) ? ""
                                                             : object_cast(r->plan),
                    first);
    case ACCESS_CLASS:
        require(r, REQUIRES_BY_TYPE);
        return TEXT(r,
                    is_plain_object(function->parameters[0]) ? "%s((PyTypeObject *)%s)"
                                                             : "%s(%s)",
                    r->plan->names->get_by_type, first);
    case ACCESS_OPERANDS:
        require(r, REQUIRES_BY_TYPE);
        second =
            function->n_parameters > 1 ? parameter_name(r, function, 1, "other") : NULL;
        if (second != NULL && function->parameters[1]->type->kind == TYPE_POINTER) {
            require(r, REQUIRES_BY_OPERANDS);
            if (function->n_parameters == 3
                && function->parameters[2]->type->kind == TYPE_POINTER)
            {
                return state_of_power(r, function, first, second);
            }
            return TEXT(r, "%s(%s, %s)", r->plan->names->get_by_operands,
                        object_named(r->plan, function, 0, first),
                        object_named(r->plan, function, 1, second));
        }
        return TEXT(r, "%s(Py_TYPE(%s%s))", r->plan->names->get_by_type,
                    is_plain_object(function->parameters[0]) ? ""
                                                             : object_cast(r->plan),
                    first);
    case ACCESS_OBJECT: {
        size_t i = (size_t)plan->object_parameter;
        require(r, REQUIRES_BY_TYPE);
        const char *object = parameter_name(r, function, i, "self");
        if (plan->object_member != NULL) {
            return TEXT(r, "%s(Py_TYPE((PyObject *)%s->%s))", r->plan->names->get_by_type,
                        object, plan->object_member);
        }
        return TEXT(r,
                    function->parameters[i]->type->target->kind == TYPE_VOID
                        ? "%s(Py_TYPE((PyObject *)%s))"
                        : "%s(Py_TYPE(%s))",
                    r->plan->names->get_by_type, object);
    }
    default:
        if (!may_lack_state(r->plan, function)) {
            require(r, REQUIRES_BY_TYPE);
        }
        return TEXT(r, "%s(Py_TYPE(%s%s))",
                    may_lack_state(r->plan, function) ? r->plan->names->get_at_end
                                         : r->plan->names->get_by_type,
                    is_plain_object(function->parameters[0]) ? ""
                                                             : object_cast(r->plan),
                    first);
    }
}

const char *
lookup_text(struct rewriter *r, const struct function *function)
{
    const char *state = state_expression(r, function);
    return state != NULL ? TEXT(r, "%s *%s = %s;", r->plan->names->state_type,
                                r->plan->names->state, state)
                         : NULL;
}
