/* What Argument Clinic reads and writes of types that move. */
#include "convert/rewrite/types/clinic.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/clinic.h"
#include "convert/plan/names.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/state_expressions.h"

const char *
clinic_access(struct rewriter *r, const struct function *function,
              const struct variable *variable)
{
    const char *state = state_expression(r, function);
    bool is_call = *state != '(' && strstr(state, " ? ") == NULL;
    return TEXT(r, is_call ? "%s->%s" : "(%s)->%s", state,
                plan_of_variable(r->plan, variable)->field);
}

void
edit_clinic(struct rewriter *r)
{
    const struct clinic_plan *plan = r->plan->clinic;
    for (size_t i = 0; i < plan->n_types; i++) {
        const struct clinic_type *type = &plan->types[i];
        const char *text = type->reader != NULL
                               ? clinic_access(r, type->reader, type->type)
                               : TEXT(r, "%s(type)->%s", r->plan->names->get_by_type,
                                      plan_of_variable(r->plan, type->type)->field);
        change(r, type->file, type->text.begin, type->text.end, text,
               "Argument Clinic finds the type in the state");
    }
}
