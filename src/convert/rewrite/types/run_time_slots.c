/* Slots that a static type gets at run time, by assignments: they go into the spec. */
#include "convert/rewrite/types/run_time_slots.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/text/places.h"
#include "convert/facts/type_fields.h"
#include "convert/plan/type_bases.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/types/type_slots.h"
#include "convert/rewrite/types/type_text.h"
#include "model/extent.h"

static const char rule[] = "type-not-converted";

static void
remove_assignment(struct rewriter *r, const struct node *assign)
{
    remove_text(r, assign->file, assign->begin,
                after_semicolon(assign->file, assign->end), "the spec contains it");
}

static void
add_run_time_slot(struct rewriter *r, struct variable_plan *plan, const char *field,
                  const struct node *value)
{
    const struct node *referent = node_referent(value);
    const char *text =
        referent != NULL && referent->kind == NODE_NAME && referent->function != NULL
                && referent->origin == ORIGIN_FILE
            ? text_of(r->plan, referent->file, referent->begin, referent->end)
            : rendered(r, value->file, value->begin, value->end);
    ARENA_GROW(r->arena, plan->slots, plan->n_slots, plan->slots_capacity);
    plan->slots[plan->n_slots++] = (struct given_field){field, text, value};
}

static void
collect_table(struct rewriter *r, struct variable_plan *plan,
              const struct variable *table)
{
    dissolve_table(r, table);
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct initializer *item = &table->initializers[i];
        if (!item->is_zero) {
            ARENA_GROW(r->arena, plan->slots, plan->n_slots, plan->slots_capacity);
            plan->slots[plan->n_slots++] =
                (struct given_field){item->field, text_of_slot(r, item), item->value};
        }
    }
    for (size_t i = 0; i < table->n_uses; i++) {
        const struct node *assign = field_assignment(table->uses[i]);
        if (assign != NULL) {
            add_run_time_slot(r, plan, assign->first->text, assign->first->next);
            remove_assignment(r, assign);
        }
    }
}

static bool
is_text(const struct node *value)
{
    const struct node *bare = node_bare(value);
    return bare != NULL && bare->kind == NODE_STRING;
}

static void
collect_assignment(struct rewriter *r, struct variable_plan *plan,
                   const struct node *assign)
{
    const char *field = assign->first->text;
    const struct node *value = assign->first->next;
    const struct node *referent = node_referent(value);

    if (strcmp(field, "tp_base") == 0) {
        plan->base = value;
    }
    else if (string_starts(field, "tp_as_") && referent != NULL
             && referent->variable != NULL && variable_is_static(referent->variable))
    {
        collect_table(r, plan, referent->variable);
    }
    else if (is_slot(field)
             || (is_of_spec(field) && (value->has_value || is_text(value)))
             || (offset_member(field) != NULL
                 && (value->has_value || node_text_is(value, "offsetof"))))
    {
        add_run_time_slot(r, plan, field, value);
    }
    else if (strcmp(field, "tp_dict") == 0) {
        return; /* filled behind the pointer, as before */
    }
    else if (strcmp(field, "ob_type") != 0) {
        refuse_at(r->late, rule, assign, plan->variable->name,
                  "'%s' gets its %s at run time", plan->variable->name, field);
        return;
    }
    remove_assignment(r, assign);
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
plan_types(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_variables; i++) {
        struct variable_plan *plan = moving(r->late, r->source->variables[i]);
        if (plan == NULL || plan->kind != FIELD_TYPE || plan->is_sequence) {
            continue;
        }
        r->late->has_plain_names |=
            is_plain_name(plan->variable) && r->options->abi3 == 0;
        for (size_t k = 0; k < plan->variable->n_uses; k++) {
            const struct node *use = plan->variable->uses[k];
            const struct node *assign = field_assignment(use);
            if (assign != NULL) {
                collect_assignment(r, plan, assign);
            }
            else if (use->within != NULL) {
                remove_set_type(r, use);
            }
        }
    }
}
