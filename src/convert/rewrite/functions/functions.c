/* Functions get the state: as a parameter from their callers, or as a local that
 * comes from what the interpreter hands them. */
#include "convert/rewrite/functions/functions.h"

#include "convert/arena_text.h"
#include "convert/plan/functions.h"
#include "convert/plan/interpreter_state.h"
#include "convert/plan/names.h"
#include "convert/plan/state_demand.h"
#include "convert/plan/state_passing.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/teardown.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/cleanup/lookup_placement.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/rewrite/functions/state_expressions.h"
#include "convert/text/style.h"

static const char *
new_parameter(const struct conversion *c, const struct function *function)
{
    return plan_of_function(c, function)->gets_module
               ? TEXT(c, "PyObject *%s", c->demand->new_module)
               : TEXT(c, "%s *%s", c->names->state_type, c->names->state);
}

/* What FUNCTION hands over for the module: that, or the instance of one of its types. */
static const char *
receiver_in(struct rewriter *r, const struct function *function)
{
    return plan_of_function(r->plan, function)->access == ACCESS_SELF
               ? object_named(r->plan, function, 0,
                              parameter_name(r, function, 0, "self"))
               : module_expression(r, function);
}

static void
edit_macro_local(struct rewriter *r, const struct passing *passing)
{
    const struct macro *macro = passing->function->made_by;
    change(r, macro->file, passing->offset, passing->offset,
           TEXT(r, " \\\n%s%s *%s = %s;", style_of(r->plan, macro->file)->indent,
                r->plan->names->state_type, r->plan->names->state,
                state_expression(r, passing->function)),
           "the state of a function that a macro defines");
}

/* Behind the look-up of FUNCTION: what it does where its interpreter has no module. */
static const char *
missing_module(struct rewriter *r, const struct function *function)
{
    const char *indent = style_of(r->plan, function->body->file)->indent;
    const char *leave = fails_without_module(function)
                            ? "return NULL;"
                            : TEXT(r, "Py_FatalError(\"%s is not imported in this interpreter\");",
                                   r->plan->full_name);
    return TEXT(r, "\n%sif (%s == NULL) {\n%s%s%s\n%s}", indent, r->plan->names->state, indent,
                indent, leave, indent);
}

static void
edit_local(struct rewriter *r, const struct function *function)
{
    const struct function_plan *plan = plan_of_function(r->plan, function);
    const char *text = lookup_text(r, function);
    uint32_t place;
    if (plan->access == ACCESS_INTERPRETER) {
        text = TEXT(r, "%s%s", text, missing_module(r, function));
    }
    const char *line = lookup_line(r, function, function->body, text, &place);
    change(r, function->body->file, place, place, line, lookup_reason);
    if (plan->access != ACCESS_TEARDOWN && plan->access != ACCESS_HOOK
        && plan->access != ACCESS_INTERPRETER)
    {
        r->lookups[function->id].text = text;
    }
}

static void
edit_passing(struct rewriter *r, const struct passing *passing)
{
    const struct function *function = passing->function;
    const char *argument = r->plan->names->state;

    switch (passing->kind) {
    case PASSING_PARAMETER:
        add_parameter(r, &passing->brackets, new_parameter(r->plan, function),
                      "the caller passes the state");
        break;
    case PASSING_ARGUMENT:
        if (plan_of_function(r->plan, function)->gets_module) {
            argument = passing->caller != NULL
                           ? module_name_in(r->plan, passing->caller)
                           : r->plan->demand->new_module;
        }
        add_argument(r, &passing->brackets, argument, "pass the state");
        break;
    case PASSING_CAPTURE:
        add_argument(r, &passing->brackets, argument, "the lambda uses the state");
        break;
    case PASSING_MODULE:
        change_cover(r, passing->argument->file, passing->argument->begin,
                     passing->argument->end, receiver_in(r, passing->caller),
                     "the function gets its module");
        break;
    case PASSING_LOCAL:
        edit_local(r, function);
        break;
    case PASSING_MACRO_LOCAL:
        edit_macro_local(r, passing);
        break;
    }
}

void
edit_functions(struct rewriter *r)
{
    const struct passing_list *list = r->plan->state_passing;
    for (size_t i = 0; i < list->n_items; i++) {
        edit_passing(r, &list->items[i]);
    }
}

void
edit_calls(struct rewriter *r)
{
    const struct passing_list *list = r->plan->state_calls;
    for (size_t i = 0; i < list->n_items; i++) {
        edit_passing(r, &list->items[i]);
    }
}
