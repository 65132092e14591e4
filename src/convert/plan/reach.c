/* Functions that need the state, and are called by code that has none for them. */
#include "convert/plan/reach.h"

#include "convert/arena_text.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/interpreter_state.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/reached_statics.h"
#include "convert/plan/teardown.h"

/* The variable that has the member, or the element, that REFERENCE is assigned to; NULL: it is
 * not. */
static const struct variable *
assigned_table(const struct node *reference)
{
    const struct node *assign = reference->parent;
    const struct node *place = assign != NULL && assign->kind == NODE_ASSIGN
                                       && assign->first != reference
                                   ? node_bare(assign->first)
                                   : NULL;
    bool is_part = false;
    while (place != NULL && (place->kind == NODE_MEMBER || place->kind == NODE_SUBSCRIPT)) {
        is_part = true;
        place = node_bare(place->first);
    }
    return is_part && place != NULL && place->kind == NODE_NAME ? place->variable : NULL;
}

/* Why there is no way to FUNCTION, if that can be the cause of others too: the table that it
 * stands in, or all that it needs the state for, and who calls it. */
static const char *
cause_of(const struct conversion *c, const struct function *function)
{
    const struct node *where = plan_of_function(c, function)->where;
    if (where != NULL && where->holder != NULL) {
        return TEXT(c, "the table '%s'", where->holder->name);
    }
    const struct variable *table =
        where != NULL ? assigned_table(node_outer_reference(where)) : NULL;
    if (table != NULL) {
        return TEXT(c, "the table '%s'", table->name);
    }
    const struct node *call = where != NULL ? node_outer_reference(where)->parent : NULL;
    const char *caller =
        call != NULL && call->kind == NODE_CALL ? call_name(call) : "";
    const char *need = only_need(c, function);
    return need != NULL && *caller != '\0'
               ? TEXT(c, "%s in callbacks of %s", need, caller)
               : need;
}

static void
refuse_unreachable(struct conversion *c, const struct function *function)
{
    const struct function_plan *plan = plan_of_function(c, function);
    const struct declaration *place = function_definition(function);
    if (place == NULL) {
        return;
    }
    if (plan->access == ACCESS_TEARDOWN) {
        refuse(c, "access-not-converted", place->file, place->name, function->name,
               "'%s' needs the module state, but runs (as %s) when the state may "
               "already be freed; store what it needs in the instance",
               function->name, plan->why != NULL ? plan->why : "a teardown slot")
            ->cause = cause_of(c, function);
    }
    else {
        refuse(c, "access-not-converted", place->file, place->name, function->name,
               "'%s' needs the module state but cannot access it: %s%s%s", function->name,
               plan->why != NULL ? plan->why : "its callers are unknown",
               plan->where != NULL
                   ? TEXT(c, " (%s:%u)", plan->where->file->path,
                          source_line(plan->where->file, plan->where->begin))
                   : "",
               can_ask_interpreter(c, function)
                   ? "; --state-per-interpreter lets it ask the interpreter"
                   : "")
            ->cause = cause_of(c, function);
    }
}

/* Is the state found through a type, which the limited API of the build has no way for? */
static bool
lacks_type_access(const struct conversion *c, const struct function_plan *plan)
{
    return c->options->abi3 != 0 && c->options->abi3 < LIMITED_TYPES
           && (plan->access == ACCESS_SELF || plan->access == ACCESS_CLASS
               || plan->access == ACCESS_EITHER || plan->access == ACCESS_OBJECT
               || plan->access == ACCESS_OPERANDS);
}

static void
refuse_limited(struct conversion *c, const struct function *function)
{
    const struct declaration *place = function_definition(function);
    refuse(c, "access-not-converted", place->file, place->name, function->name,
           "'%s' needs the module state but cannot access it: classes can belong to a module in "
           "the limited API of 3.10 or newer; define Py_LIMITED_API as 0x030A0000 or newer",
           function->name)
        ->cause = "the limited API";
}

void
check_reach(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (plan->needs_state && !plan->has_own_state && lacks_type_access(c, plan)) {
            refuse_limited(c, function);
        }
        else if (plan->needs_state && !plan->has_own_state && !may_lack_state(c, function)
                 && !finds_state_at_end(c, function)
                 && (plan->access == ACCESS_TEARDOWN
                     || plan->access == ACCESS_UNREACHABLE))
        {
            refuse_unreachable(c, function);
        }
    }
}
