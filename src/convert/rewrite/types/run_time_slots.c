/* Slots that a static type gets at run time, by assignments: they go into the spec. */
#include "convert/rewrite/types/run_time_slots.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/nodes.h"
#include "convert/facts/type_fields.h"
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

/* Py_SET_TYPE(&X, &PyType_Type) and Py_TYPE(&X) = &PyType_Type: what a heap type has
 * anyway. */
static void
remove_set_type(struct rewriter *r, const struct node *use)
{
    const struct node *statement = use;
    while (statement->parent != NULL && statement->parent->kind != NODE_BLOCK) {
        statement = statement->parent;
    }
    if (statement->parent == NULL || statement->file == NULL) {
        return;
    }
    const struct source_file *file = statement->file;
    const char *name = node_use(r->source, statement);
    const struct node *assign = node_bare(statement);
    struct brackets arguments;
    if (!use_brackets(file, statement->begin, &arguments)) {
        return;
    }
    bool is_setter = strcmp(name, "Py_SET_TYPE") == 0;
    bool is_lvalue = strcmp(name, "Py_TYPE") == 0 && assign->kind == NODE_ASSIGN
                     && assign->op == '=';
    if (!is_setter && !is_lvalue) {
        return;
    }
    uint32_t end = is_lvalue ? statement->end : arguments.close + 1;
    remove_text(r, file, statement->begin, after_semicolon(file, end),
                "a heap type already has its metatype");
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
        for (size_t k = 0; k < plan->n_slots; k++) {
            r->given_texts[plan->slots[k].number] = given_text(r, &plan->slots[k]);
        }
        for (size_t k = 0; k < plan->n_assignments; k++) {
            const struct node *assign = plan->assignments[k];
            remove_text(r, assign->file, assign->begin,
                        after_semicolon(assign->file, assign->end),
                        "the spec contains it");
        }
        for (size_t k = 0; k < plan->variable->n_uses; k++) {
            const struct node *use = plan->variable->uses[k];
            if (field_assignment(use) == NULL && use->within != NULL) {
                remove_set_type(r, use);
            }
        }
    }
}
