/* Slots that a static type gets at run time, by assignments: they go into the spec. */
#include "convert/plan/run_time_slots.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/facts/type_fields.h"
#include "convert/facts/type_settings.h"
#include "convert/facts/type_writes.h"
#include "convert/findings.h"
#include "convert/plan/type_bases.h"
#include "extension/expression.h"
#include "extension/metatype.h"
#include "model/extent.h"

static const char rule[] = "type-not-converted";

const char *
offset_member(const char *field)
{
    return strcmp(field, "tp_weaklistoffset") == 0      ? "__weaklistoffset__"
           : strcmp(field, "tp_dictoffset") == 0        ? "__dictoffset__"
           : strcmp(field, "tp_vectorcall_offset") == 0 ? "__vectorcalloffset__"
                                                        : NULL;
}

const struct given_type *
given_to(const struct variable_plan *plan)
{
    static const struct given_type nothing;
    return plan->given != NULL ? plan->given : &nothing;
}

const struct given_field *
run_time_slot(const struct variable_plan *plan, const char *field)
{
    const struct given_type *given = given_to(plan);
    for (size_t i = given->n_slots; i-- > 0;) {
        if (string_equal(given->slots[i].name, field)) {
            return &given->slots[i];
        }
    }
    return NULL;
}

bool
is_given_assignment(const struct conversion *c, const struct node *assign)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        const struct given_type *given = plan != NULL ? given_to(plan) : NULL;
        for (size_t k = 0; given != NULL && k < given->n_assignments; k++) {
            if (given->assignments[k] == assign) {
                return true;
            }
        }
    }
    return false;
}

static struct run_time_slots *
change_given(struct conversion *c)
{
    struct run_time_slots *copy = ARENA_NEW(c->arena, struct run_time_slots);
    *copy = *c->given;
    c->given = copy;
    return copy;
}

static struct given_type *
change_type(struct conversion *c, struct variable_plan *plan)
{
    struct given_type *copy = ARENA_NEW(c->arena, struct given_type);
    *copy = *given_to(plan);
    plan->given = copy;
    return copy;
}

/* Is ASSIGN made in each import, so that the spec can say what it gives? */
static bool
is_settled(struct conversion *c, const struct variable_plan *plan, const struct node *assign)
{
    const char *type = plan->variable->name, *field = assign->first->text;
    switch (type_setting_of(c, plan->variable, assign)) {
    case SETTING_AT_IMPORT:
        return true;
    case SETTING_CHOSEN:
        refuse_at(c, rule, assign, type,
                  "'%s' gets its %s on a condition, which a spec cannot have; let one function "
                  "choose each time, or make the type of one of two specs by hand",
                  type, field);
        return false;
    case SETTING_LATER:
        break;
    }
    refuse_at(c, rule, assign, type,
              "'%s' gets its %s in code that runs while the module is used, too, and a heap "
              "type has its slots once it is made; let the function of the slot choose",
              type, field);
    return false;
}

/* Is VALUE the FIELD of the type's base, `T.tp_new = PyDict_Type.tp_new`?  It is inherited. */
static bool
is_inherited(const struct conversion *c, const struct variable_plan *plan, const char *field,
             const struct node *value)
{
    static const char *const fields[] = {"tp_new",     "tp_init",     "tp_call",
                                         "tp_repr",    "tp_str",      "tp_iter",
                                         "tp_iternext", "tp_getattro", "tp_setattro"};
    const struct node *member = node_bare(value), *base = base_of(c, plan->variable);
    bool is_alone = false; /* without others, with which alone it would be inherited */
    for (size_t i = 0; i < ARRAY_LENGTH(fields); i++) {
        is_alone |= strcmp(fields[i], field) == 0;
    }
    if (!is_alone || base == NULL || member->kind != NODE_MEMBER
        || !string_equal(member->text, field) || member->first == NULL)
    {
        return false;
    }
    const struct node *of = node_bare(member->first), *referent = node_referent(base);
    if (of->kind == NODE_MEMBER && strcmp(of->text, "tp_base") == 0) {
        return of->first != NULL && node_bare(of->first)->kind == NODE_NAME
               && node_bare(of->first)->variable == plan->variable;
    }
    return of->kind == NODE_NAME && referent != NULL && referent->kind == NODE_NAME
           && of->variable != NULL && of->variable == referent->variable;
}

static void
give(struct conversion *c, struct variable_plan *plan, const char *field,
     const struct node *value, const struct initializer *item,
     const struct node *assign)
{
    struct given_type *given = change_type(c, plan);
    ARENA_ADD(c->arena, given->slots, given->n_slots, given->slots_capacity,
              &(struct given_field){.name = field,
                                    .node = value,
                                    .item = item,
                                    .assign = assign,
                                    .number = change_given(c)->n_given_fields++});
}

/* ASSIGN goes: the spec says it. */
static void
replace_assignment(struct conversion *c, struct variable_plan *plan,
                   const struct node *assign)
{
    struct given_type *given = change_type(c, plan);
    ARENA_ADD(c->arena, given->assignments, given->n_assignments,
              given->assignments_capacity, &assign);
}

/* TABLE, tp_as_number and the like, goes: what it holds stands in the slots. */
static void
dissolve_table(struct conversion *c, const struct variable *table)
{
    plan_of_variable(c, table)->is_sub_table = true;
}

/* Entries that TABLE, of PLAN's type, gets at run time. */
static void
collect_entries(struct conversion *c, struct variable_plan *plan, const struct variable *table)
{
    for (size_t i = 0; i < table->n_uses; i++) {
        const struct node *entry = field_assignment(table->uses[i]);
        if (entry != NULL && is_settled(c, plan, entry)) {
            give(c, plan, entry->first->text, assigned_value(entry), NULL, entry);
            replace_assignment(c, plan, entry);
        }
    }
}

static void
collect_table(struct conversion *c, struct variable_plan *plan,
              const struct variable *table, const struct node *assign)
{
    dissolve_table(c, table);
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct initializer *item = &table->initializers[i];
        if (!item->is_zero) {
            give(c, plan, item->field, item->value, item, assign);
        }
    }
    collect_entries(c, plan, table);
}

static bool
is_text(const struct node *value)
{
    const struct node *bare = node_bare(value);
    return bare != NULL && bare->kind == NODE_STRING;
}

static void
collect_assignment(struct conversion *c, struct variable_plan *plan,
                   const struct node *assign)
{
    const char *field = assign->first->text;
    const struct node *value = assigned_value(assign);
    const struct node *referent = node_referent(value);
    bool has_fields = c->options->abi3 == 0 && c->options->build_abi3 == 0;
    if (strcmp(field, "tp_dict") == 0 || (strcmp(field, "tp_vectorcall") == 0 && has_fields)) {
        return; /* filled behind the pointer, as before */
    }
    if (strcmp(field, "ob_type") != 0 && !is_settled(c, plan, assign)) {
        return;
    }
    if (strcmp(field, "tp_base") == 0) {
        change_type(c, plan)->base = node_is_null(value) ? NULL : value;
    }
    else if (string_starts(field, "tp_as_") && referent != NULL
             && referent->variable != NULL && variable_is_static(referent->variable))
    {
        collect_table(c, plan, referent->variable, assign);
    }
    else if (is_slot(field) && !is_constant_value(value)) {
        if (!is_inherited(c, plan, field, value)) {
            refuse_at(c, rule, assign, plan->variable->name,
                      "'%s' gets a %s that is only known at run time, and a spec is a constant; "
                      "give it a function that calls this one",
                      plan->variable->name, field);
            return;
        }
        note(c, rule, assign->file, assign->begin, plan->variable->name,
             "'%s' inherits its %s, which a spec cannot name, and has no method of its own for "
             "it in its dictionary then",
             plan->variable->name, field);
    }
    else if (is_slot(field)
             || (is_of_spec(field) && (value->has_value || is_text(value)))
             || (offset_member(field) != NULL
                 && (value->has_value || node_text_is(value, "offsetof"))))
    {
        give(c, plan, field, value, NULL, assign);
    }
    else if (strcmp(field, "ob_type") != 0) {
        refuse_at(c, rule, assign, plan->variable->name, "'%s' gets its %s at run time",
                  plan->variable->name, field);
        return;
    }
    replace_assignment(c, plan, assign);
}

/* The tables that the initialiser of PLAN's type names. */
static void
dissolve_tables(struct conversion *c, struct variable_plan *plan)
{
    const struct variable *type = plan->variable;
    for (size_t i = 0; i < type->n_initializers; i++) {
        const struct initializer *item = &type->initializers[i];
        const struct node *referent = node_referent(item->value);
        if (!item->is_zero && string_starts(item->field, "tp_as_") && referent != NULL
            && referent->variable != NULL && run_time_slot(plan, item->field) == NULL)
        {
            dissolve_table(c, referent->variable);
            if (variable_is_static(referent->variable)) {
                collect_entries(c, plan, referent->variable);
            }
        }
    }
}

/* What gives an object its type around USE; false: nothing does. */
static bool
finds_setting(const struct node *use, const struct node **out_object,
              const struct node **out_type)
{
    for (const struct node *n = use->parent; n != NULL && n->kind >= NODE_NAME; n = n->parent) {
        if (node_sets_type(n, out_object, out_type)) {
            return true;
        }
    }
    return false;
}

/* An instance of a heap type owns a reference to its type, and may have a GC header: USE of TYPE
 * must not make it the type of an object, nor give it another metatype than `type`. */
static bool
refuse_setting(struct conversion *c, const struct variable *type, const struct node *use)
{
    const struct node *object, *given;
    if (!finds_setting(use, &object, &given)) {
        return false;
    }
    if (is_inside(use, given)) {
        refuse_at(c, rule, use, type->name,
                  "an object is given the type '%s' here, which is a heap type then: its "
                  "instances own a reference to it; create the object with its type",
                  type->name);
        return true;
    }
    const struct variable *meta = node_variable(node_resolved(given));
    if (meta == NULL || strcmp(meta->name, "PyType_Type") != 0) {
        refuse_at(c, rule, given, type->name, "'%s' has its own metatype", type->name);
        return true;
    }
    return false;
}

/* Py_SET_TYPE(&X, &PyType_Type) and Py_TYPE(&X) = &PyType_Type, around USE of X. */
static void
plan_setting(struct conversion *c, const struct node *use)
{
    const struct node *statement = use;
    while (statement->parent != NULL && statement->parent->kind != NODE_BLOCK) {
        statement = statement->parent;
    }
    if (statement->parent == NULL || statement->file == NULL) {
        return;
    }
    const char *name = node_use(c->source, statement);
    const struct node *assign = node_bare(statement);
    struct brackets arguments;
    if (!use_brackets(statement->file, statement->begin, &arguments)) {
        return;
    }
    bool is_setter = strcmp(name, "Py_SET_TYPE") == 0;
    bool is_lvalue = strcmp(name, "Py_TYPE") == 0 && assign->kind == NODE_ASSIGN
                     && assign->op == '=';
    if (is_setter || is_lvalue) {
        struct run_time_slots *given = change_given(c);
        struct metatype_setting setting = {
            statement->file, statement->begin,
            is_lvalue ? statement->end : arguments.close + 1};
        ARENA_ADD(c->arena, given->settings, given->n_settings, given->settings_capacity,
                  &setting);
    }
}

/* Is the type at USE given its base? */
static bool
gets_base(const struct node *use)
{
    const struct node *member = use->parent;
    return member != NULL && member->kind == NODE_MEMBER && strcmp(member->text, "tp_base") == 0
           && member->parent != NULL && member->parent->kind == NODE_ASSIGN
           && member->parent->first == member;
}

static bool
is_of_dict(const struct node *write)
{
    const struct node *target = write->kind == NODE_ASSIGN ? node_bare(write->first) : NULL;
    return target != NULL && target->kind == NODE_MEMBER && strcmp(target->text, "tp_dict") == 0;
}

void
plan_run_time_slots(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan == NULL || plan->kind != FIELD_TYPE || plan->is_sequence) {
            continue;
        }
        change_given(c)->has_plain_names |=
            is_plain_name(plan->variable) && c->options->abi3 == 0;
        for (size_t k = 0; k < plan->variable->n_uses; k++) {
            const struct node *assign = field_assignment(plan->variable->uses[k]);
            if (assign != NULL) {
                collect_assignment(c, plan, assign);
            }
            else if (gets_base(plan->variable->uses[k])) {
                refuse_at(c, rule, plan->variable->uses[k], plan->variable->name,
                          "'%s' gets its tp_base inside of another statement; give it in one "
                          "of its own, in front of PyType_Ready",
                          plan->variable->name);
            }
            else if (plan->variable->uses[k]->within != NULL
                     && !refuse_setting(c, plan->variable, plan->variable->uses[k]))
            {
                plan_setting(c, plan->variable->uses[k]);
            }
        }
        dissolve_tables(c, plan);
        const struct node *write = hidden_type_write(c, plan->variable);
        if (write != NULL && is_of_dict(write)) {
            refuse_at(c, rule, write, plan->variable->name,
                      "'%s' may get another tp_dict here, and a heap type has its own when it is "
                      "made; add to that",
                      plan->variable->name);
        }
        else if (write != NULL) {
            refuse_at(c, rule, write, plan->variable->name,
                      "'%s' is changed here, and a heap type is complete when it is made; write "
                      "this in the initialiser, or assign to the field by the name of the type",
                      plan->variable->name);
        }
    }
}
