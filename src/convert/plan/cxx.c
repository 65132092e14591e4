/* Functions of C++ that cannot be handed the state.  That is one cause, of whichever statics they
 * need. */
#include "convert/plan/cxx.h"

#include "convert/arena_text.h"

#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/reached_statics.h"
#include "convert/plan/state_receivers.h"

/* What such functions are, and all of one kind as a cause. */
static const char *const template[] = {"a template", "functions that are templates"};
static const char *const kinds[][2] = {
    [FIXED_CONSTRUCTOR] = {"a constructor", "constructors and destructors"},
    [FIXED_DESTRUCTOR] = {"a destructor", "constructors and destructors"},
    [FIXED_OPERATOR] = {"an operator", "functions that are operators"},
    [FIXED_VIRTUAL] = {"a virtual function", "virtual functions"},
    [FIXED_METHOD] = {"called through an object", "member functions that are not static"},
    [FIXED_LAMBDA] = {"a lambda", "lambdas"},
    [FIXED_OF_TEMPLATE] = {"a member of a template", "functions that are templates"},
    [FIXED_FRIEND] = {"defined as a friend in a class", "friends that a class defines"},
    [FIXED_LOCAL] = {"a member of a class in a function", "members of classes in functions"},
};

/* Is FUNCTION to be handed the state by its callers, but cannot be? */
static bool
is_fixed(const struct conversion *c, const struct function *function)
{
    return function->fixed != FIXED_NOT
           && (function->fixed != FIXED_LAMBDA || takes_state(c, function));
}

void
check_cxx(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        const struct declaration *place = function_definition(function);
        if (plan->needs_state && plan->belongs && place != NULL
            && (function->is_template || is_fixed(c, function)))
        {
            const char *need = only_need(c, function);
            const char *const *kind = function->is_template ? template : kinds[function->fixed];
            refuse(c, "access-not-converted", place->file, place->name, function->name,
                   "'%s' needs the module state%s, but is %s and cannot get a parameter",
                   function->name, need != NULL ? TEXT(c, " for %s", need) : "", kind[0])
                ->cause = kind[1];
        }
    }
}
