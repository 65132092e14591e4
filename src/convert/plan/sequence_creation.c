/* Where struct sequences that move are made: where they were filled. */
#include "convert/plan/sequence_creation.h"

#include "convert/facts/struct_sequences.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/module.h"
#include "convert/plan/variables.h"
#include "extension/struct_sequence.h"

/* Is CALL tested for failure: `call < 0`?  The test. */
static const struct node *
failure_test(const struct node *call)
{
    const struct node *test = call->parent;
    return test != NULL && test->kind == NODE_BINARY && test->first == call
                   && test->op == '<' && test->first->next->has_value
                   && test->first->next->value == 0
               ? test
               : NULL;
}

static void
plan_creation(struct conversion *c, struct sequence_creations *list,
              const struct variable *type, const struct node *call)
{
    const struct node *description = call_argument(call, 1);
    if (call->origin != ORIGIN_FILE || description == NULL
        || !plan_of_function(c, call->within)->is_init)
    {
        refuse_at(c, "type-not-converted", call, type->name,
                  "'%s' is initialised outside module initialisation", type->name);
        return;
    }
    bool is_statement = call->parent != NULL && call->parent->kind == NODE_BLOCK
                        && call->within == c->init->setup;
    ARENA_ADD(c->arena, list->items, list->n_items, list->capacity,
              &(struct sequence_creation){type, call, description, failure_test(call),
                                          is_statement});
}

void
plan_sequences(struct conversion *c)
{
    struct sequence_creations *list = ARENA_NEW(c->arena, struct sequence_creations);
    *list = (struct sequence_creations){0};
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *type = c->source->variables[i];
        const struct variable_plan *plan = moving(c, type);
        for (size_t k = 0; plan != NULL && plan->is_sequence && k < type->n_uses; k++) {
            const struct node *call = struct_sequence_call(type->uses[k]);
            if (call != NULL) {
                plan_creation(c, list, type, call);
            }
        }
    }
    c->sequences = list;
}
