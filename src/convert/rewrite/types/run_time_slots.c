/* Slots that a static type gets at run time, by assignments: they go into the spec. */
#include "convert/rewrite/types/run_time_slots.h"

#include "convert/arena_text.h"
#include "convert/facts/type_fields.h"
#include "convert/plan/early_types.h"
#include "convert/plan/run_time_slots.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/types/type_slots.h"
#include "convert/rewrite/types/type_text.h"
#include "convert/text/places.h"
#include "model/extent.h"

static const char *
given_text(struct rewriter *r, const struct given_field *slot)
{
    const struct node *value = slot->node, *referent = node_referent(value);
    if (slot->item != NULL) {
        return text_of_slot(r, slot->item);
    }
    return referent != NULL && referent->kind == NODE_NAME && referent->function != NULL
                   && referent->origin == ORIGIN_FILE
               ? text_of(r->plan, referent->file, referent->begin, referent->end)
               : rendered(r, value->file, value->begin, value->end);
}

/* Does every assignment that ASSIGN is part of the chain of go? */
static bool
goes_whole(const struct rewriter *r, const struct node *assign)
{
    for (const struct node *outer; (outer = assignment_around(assign)) != NULL;) {
        assign = outer;
    }
    for (; assign->kind == NODE_ASSIGN; assign = node_bare(assign->first->next)) {
        if (!is_given_assignment(r->plan, assign)) {
            return false;
        }
    }
    return true;
}

/* The spec has what ASSIGN gives.  Of `X.field = Y.field = value;` its part alone goes, if the
 * others stay. */
static void
remove_assignment(struct rewriter *r, const struct node *assign)
{
    static const char reason[] = "the spec contains it";
    if (!goes_whole(r, assign)) {
        change_cover(r, assign->file, assign->begin, assign->first->next->begin, "", reason);
    }
    else if (assignment_around(assign) == NULL) {
        remove_text(r, assign->file, assign->begin,
                    after_semicolon(assign->file, assign->end), reason);
    }
}

void
edit_run_time_slots(struct rewriter *r)
{
    r->given_texts =
        ARENA_ARRAY(r->arena, const char *, r->plan->given->n_given_fields + 1);
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable_plan *plan = moving(r->plan, r->source->variables[i]);
        if (plan == NULL || plan->kind != FIELD_TYPE || plan->is_sequence) {
            continue;
        }
        const struct given_type *given = given_to(plan);
        for (size_t k = 0; k < given->n_slots; k++) {
            r->given_texts[given->slots[k].number] = given_text(r, &given->slots[k]);
        }
        for (size_t k = 0; k < given->n_assignments; k++) {
            remove_assignment(r, given->assignments[k]);
        }
    }
    for (size_t i = 0; i < r->plan->given->n_settings; i++) {
        const struct metatype_setting *setting = &r->plan->given->settings[i];
        remove_text(r, setting->file, setting->begin,
                    after_semicolon(setting->file, setting->end),
                    "a heap type already has its metatype");
    }
    for (size_t i = 0; i < r->plan->early->n_dicts; i++) {
        const struct node *assign = r->plan->early->dicts[i];
        remove_text(r, assign->file, assign->begin,
                    after_semicolon(assign->file, assign->end),
                    "a heap type has its dictionary when it is made");
    }
}
