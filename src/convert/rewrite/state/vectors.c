/* Arrays of objects that are allocated become part of the state. */
#include "convert/rewrite/state/vectors.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/grown_vectors.h"
#include "convert/plan/names.h"
#include "convert/plan/stages.h"
#include "convert/plan/variables.h"
#include "convert/plan/vectors.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/records.h"
#include "convert/rewrite/state/grown_vectors.h"
#include "convert/text/style.h"
#include "model/resource.h"

/* The name of the field that says how many there are. */
static const char *
length_field(const struct conversion *c, const struct variable_plan *plan)
{
    return TEXT(c, "n_%s", plan->field);
}

void
add_vector_field(const struct conversion *c, struct strbuf *out,
                 const struct variable_plan *plan)
{
    if (vector_allocation(plan->variable) != NULL) {
        strbuf_format(out, "\tsize_t %s;\n", length_field(c, plan));
    }
}

void
add_vector_lines(const struct conversion *c, struct strbuf *out, const char *macro,
                 const char *state, const struct variable_plan *plan)
{
    if (vector_allocation(plan->variable) == NULL) {
        add_grown_lines(c, out, macro, state, plan);
        return;
    }
    strbuf_format(out,
                  "\tfor (size_t i = 0; %s->%s != NULL && i < %s->%s; i++) {\n"
                  "\t\t%s(%s->%s[i]);\n\t}\n",
                  state, plan->field, state, length_field(c, plan), macro, state,
                  plan->field);
}

void
add_vector_frees(const struct conversion *c, struct strbuf *out, const char *state)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->stages->fields[i]);
        if (plan != NULL && plan->kind == FIELD_VECTOR) {
            const struct node *call = vector_allocation(plan->variable);
            const char *freeing =
                call != NULL ? vector_allocator(call)->releaser : NULL;
            if (call == NULL) {
                length_of_grown(plan->variable, &freeing);
            }
            strbuf_format(out, "\t%s(%s->%s);\n", freeing, state, plan->field);
        }
    }
}

/* --- the edits ------------------------------------------------------------------------ */

static void
edit_vector(struct rewriter *r, const struct allocated_vector *vector)
{
    static const char reason[] = "the module visits and frees it";
    const struct node *call = vector->call, *statement = vector->statement;
    const struct source_file *file = call->file;
    const char *length = rendered(r, file, vector->count->begin, vector->count->end);

    change(r, file, statement->begin, statement->begin,
           TEXT(r, "%s->%s = %s;\n%s", r->plan->names->state,
                length_field(r->plan, vector->vector), length,
                indent_at(r->plan, file, statement->begin)),
           reason);
    record_state_use(r, file, statement->begin, statement->begin);
    const char *zeroing = vector_allocator(call)->zeroing;
    if (strcmp(call_name(call), zeroing) != 0) {
        change_cover(
            r, file, call->begin, call->end,
            TEXT(r, "%s(%s, %s)", zeroing, length,
                 text_of(r->plan, file, vector->size->begin, vector->size->end)),
            reason);
    }
}

void
edit_vectors(struct rewriter *r)
{
    for (size_t i = 0; i < r->plan->vectors->n_items; i++) {
        edit_vector(r, &r->plan->vectors->items[i]);
    }
}
