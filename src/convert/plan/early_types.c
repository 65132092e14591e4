/* Types whose address initialisation uses before PyType_Ready: in a local, a table or a
 * helper.  Code is followed in the order of the text, helpers where they are first called. */
#include "convert/plan/early_types.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/facts/ready_calls.h"
#include "convert/facts/type_fields.h"
#include "convert/facts/type_writes.h"
#include "convert/facts/unmade_types.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/initial_values.h"
#include "convert/plan/module.h"
#include "convert/plan/run_time_slots.h"
#include "convert/plan/type_bases.h"
#include "extension/expression.h"
#include "extension/static_data.h"

static const char rule[] = "type-not-converted";

struct walk {
    struct conversion *c;
    struct early_types *early;
    bool *is_made;   /* by variable id */
    bool *is_walked; /* by function id */
};

const struct node *
creation_place(const struct variable_plan *type)
{
    return type->early == NULL ? type->ready : NULL;
}

/* --- made at the beginning ---------------------------------------------------------------- */

/* Is the base of TYPE the same at the beginning of exec as behind it? */
static bool
base_is_constant(const struct conversion *c, const struct variable *type)
{
    const struct node *base = node_bare(base_of(c, type));
    return base == NULL || (base->kind == NODE_UNARY && base->op == OP_ADDRESS)
           || value_is_process_constant(base);
}

/* TYPE is used at USE: it is to be made before, and its base before it. */
static void
make_early(struct conversion *c, const struct variable *type, const struct node *use)
{
    struct variable_plan *plan = plan_of_variable(c, type);
    if (plan->early != NULL || plan->ready == NULL) {
        return;
    }
    plan->early = use;
    if (!base_is_constant(c, type)) {
        refuse_at(c, rule, use, type->name,
                  "'%s' is used before PyType_Ready makes it, and its base is only known "
                  "later; move the use behind PyType_Ready",
                  type->name);
    }
    else if (own_base(c, type) != NULL) {
        make_early(c, own_base(c, type), use);
    }
}

/* A type for which no PyType_Ready is written out is made at the beginning, too. */
static void
check_base(struct conversion *c, const struct variable_plan *type)
{
    if (type->kind == FIELD_TYPE && type->ready == NULL && !type->is_sequence
        && !base_is_constant(c, type->variable))
    {
        refuse_at(c, rule, base_of(c, type->variable), type->variable->name,
                  "the base of '%s' is only known here, and no PyType_Ready(&%s) says "
                  "where the type is to be made; call it behind this",
                  type->variable->name, type->variable->name);
    }
}

/* A static type was there before PyType_Ready, and if that was never called; a heap type is NULL.
 * So one that is made on a condition and used without it is made anyway. */
static void
check_branch(struct conversion *c, const struct variable_plan *plan)
{
    const struct variable *type = plan->variable;
    const struct node *use = use_without_making(c, type, ready_call(plan->ready));
    if (use == NULL || plan->early != NULL) {
        return;
    }
    if (base_is_constant(c, type)) {
        make_early(c, type, use);
        return;
    }
    refuse_at(c, rule, use, type->name,
              "'%s' is used here, and made only on a condition, with a base that is not known "
              "before; make it in each import",
              type->name);
}

/* --- dictionaries ------------------------------------------------------------------------- */

static bool
is_dict_to_drop(const struct early_types *early, const struct node *assign)
{
    for (size_t i = 0; i < early->n_dicts; i++) {
        if (early->dicts[i] == assign) {
            return true;
        }
    }
    return false;
}

static bool
is_new_dict(const struct node *assign)
{
    const struct node *value = node_bare(assign->first->next);
    return assign->parent != NULL && assign->parent->kind == NODE_BLOCK
           && value->kind == NODE_CALL && strcmp(call_name(value), "PyDict_New") == 0;
}

/* The variable whose tp_dict NODE is; NULL: it is none. */
static const struct variable *
owner_of_dict(const struct node *node)
{
    const struct node *member = node_bare(node);
    const struct node *object = member != NULL && member->kind == NODE_MEMBER
                                        && strcmp(member->text, "tp_dict") == 0
                                    ? node_bare(member->first)
                                    : NULL;
    return object != NULL && object->kind == NODE_NAME ? object->variable : NULL;
}

/* `Py_DECREF(type->tp_dict); type->tp_dict = NULL;`, where the import fails: ASSIGN is the second
 * of these. */
static bool
ends_dict(const struct node *assign)
{
    const struct variable *owner = owner_of_dict(assign->first);
    const struct node *before = NULL;
    if (!node_is_null(assign->first->next) || owner == NULL || assign->parent == NULL) {
        return false;
    }
    for (const struct node *n = assign->parent->first; n != NULL && n != assign; n = n->next) {
        before = n;
    }
    const char *name = before != NULL && before->kind == NODE_CALL ? call_name(before) : "";
    return (strcmp(name, "Py_DECREF") == 0 || strcmp(name, "Py_XDECREF") == 0
            || strcmp(name, "Py_DecRef") == 0)
           && owner_of_dict(call_argument(before, 0)) == owner;
}

/* ASSIGN gives TYPE its tp_dict before PyType_Ready, which would fill it further. */
static void
plan_dict(struct walk *walk, const struct variable *type, const struct node *assign)
{
    struct early_types *early = walk->early;
    if (is_dict_to_drop(early, assign) || ends_dict(assign)) {
        return;
    }
    if (is_new_dict(assign)) {
        ARENA_ADD(walk->c->arena, early->dicts, early->n_dicts, early->dicts_capacity, &assign);
        return;
    }
    refuse_at(walk->c, rule, assign, type->name,
              "'%s' gets its tp_dict before PyType_Ready makes it; set its attributes "
              "behind PyType_Ready",
              type->name);
}

/* The type that moves whose address ARGUMENT is; NULL: it is none. */
static const struct variable *
moving_type_at(const struct conversion *c, const struct node *argument)
{
    const struct node *referent = argument != NULL ? node_referent(argument) : NULL;
    const struct variable *variable =
        referent != NULL && referent->kind == NODE_NAME ? referent->variable : NULL;
    const struct variable_plan *plan = variable != NULL ? moving(c, variable) : NULL;
    return plan != NULL && plan->kind == FIELD_TYPE ? variable : NULL;
}

/* Is every use of FUNCTION a call whose argument NUMBER is the address of a type that moves? */
static bool
gets_types_only(const struct conversion *c, const struct function *function, size_t number)
{
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = function->uses[i], *call = use->parent;
        if (call == NULL || call->kind != NODE_CALL || call->first != use
            || moving_type_at(c, call_argument(call, number)) == NULL)
        {
            return false;
        }
    }
    return true;
}

/* The call around USE of TYPE gives it to a function that sets its tp_dict. */
static void
plan_given_dict(struct walk *walk, const struct variable *type, const struct node *use,
                bool is_made)
{
    const struct node *call = use;
    while (call != NULL && call->kind != NODE_CALL && call->kind >= NODE_NAME) {
        call = call->parent;
    }
    const struct function *callee =
        call != NULL && call->kind == NODE_CALL ? call->function : NULL;
    const struct node *body = callee != NULL ? callee->body : NULL;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        const struct variable *parameter =
            n->kind == NODE_ASSIGN ? parameter_of_dict(n) : NULL;
        if (parameter == NULL) {
            continue;
        }
        size_t number = 0;
        while (number < callee->n_parameters && callee->parameters[number] != parameter) {
            number++;
        }
        if (is_made || !gets_types_only(walk->c, callee, number)) {
            refuse_at(walk->c, rule, n, type->name,
                      "'%s' may get another tp_dict here, and a heap type has its own when it is "
                      "made; add to that",
                      type->name);
            return;
        }
        plan_dict(walk, type, n);
    }
}

/* --- uses --------------------------------------------------------------------------------- */

/* Does NODE stand in an assignment that goes, because the spec says what it assigns? */
static bool
is_given(const struct conversion *c, const struct node *node)
{
    const struct node *assign = node;
    while (assign != NULL && assign->kind != NODE_ASSIGN) {
        assign = assign->parent;
    }
    if (assign != NULL && is_given_assignment(c, assign)) {
        return true;
    }
    for (size_t i = 0; i < c->given->n_settings; i++) {
        const struct metatype_setting *setting = &c->given->settings[i];
        if (setting->file == node->file && setting->begin <= node->begin
            && node->end <= setting->end)
        {
            return true;
        }
    }
    return false;
}

/* Does a call around USE make the type, or the struct sequence? */
static bool
is_making(const struct node *use)
{
    const struct node *call = use;
    while (call != NULL && call->kind != NODE_CALL && call->kind >= NODE_NAME) {
        call = call->parent;
    }
    return ready_call(use) != NULL
           || (call != NULL && call->kind == NODE_CALL
               && string_starts(call_name(call), "PyStructSequence_InitType"));
}

static void
walk_type(struct walk *walk, const struct variable_plan *type, const struct node *use)
{
    struct conversion *c = walk->c;
    const struct variable *variable = type->variable;
    const struct node *assign = field_assignment(use);
    plan_given_dict(walk, variable, use, walk->is_made[variable->id]);
    if (walk->is_made[variable->id] || is_given(c, use)) {
        return;
    }
    if (is_making(use)) {
        walk->is_made[variable->id] = true;
    }
    else if (assign != NULL && strcmp(assign->first->text, "tp_dict") == 0) {
        plan_dict(walk, variable, assign);
    }
    else if (type->is_sequence) {
        refuse_at(c, rule, use, variable->name,
                  "'%s' is used before it is made; move the use behind that",
                  variable->name);
    }
    else {
        make_early(c, variable, use); /* if it is not made at the beginning anyway */
    }
}

static void
walk_name(struct walk *walk, const struct node *name)
{
    const struct variable *variable = name->variable;
    const struct variable_plan *plan =
        variable != NULL ? moving(walk->c, variable) : NULL;
    if (plan == NULL) {
        return;
    }
    if (plan->kind == FIELD_TYPE) {
        if (!plan->is_sequence || name->parent->kind == NODE_UNARY) {
            walk_type(walk, plan, name);
        }
        return;
    }
    for (size_t i = 0; i < variable->n_initializers; i++) {
        const struct variable_plan *part =
            moved_type_in(walk->c, &variable->initializers[i]);
        if (part != NULL && part->ready != NULL && !walk->is_made[part->variable->id]) {
            make_early(walk->c, part->variable, name);
        }
    }
}

/* Does exec, or the program itself before it, give VARIABLE of a function its value? */
static bool
begins_before(const struct conversion *c, const struct variable *variable)
{
    return variable != NULL && variable_is_static(variable)
           && !plan_of_variable(c, variable)->is_automatic;
}

static void
walk_node(struct walk *walk, const struct node *node)
{
    if (node->kind == NODE_SIZEOF
        || (node->kind == NODE_VARIABLE && begins_before(walk->c, node->variable)))
    {
        return;
    }
    if (node->kind == NODE_NAME) {
        walk_name(walk, node);
    }
    for (const struct node *n = node->first; n != NULL; n = n->next) {
        walk_node(walk, n);
    }
    const struct function *callee = node->kind == NODE_CALL ? node->function : NULL;
    if (callee != NULL && callee->body != NULL && !walk->is_walked[callee->id]) {
        walk->is_walked[callee->id] = true;
        walk_node(walk, callee->body);
    }
}

void
plan_early_types(struct conversion *c)
{
    struct early_types *early = ARENA_NEW(c->arena, struct early_types);
    c->early = early;
    if (c->init->setup == NULL || c->init->setup->body == NULL) {
        return;
    }
    struct walk walk = {
        .c = c,
        .early = early,
        .is_made = ARENA_ARRAY(c->arena, bool, c->source->n_variables + 1),
        .is_walked = ARENA_ARRAY(c->arena, bool, c->source->n_functions + 1),
    };
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL) {
            check_base(c, plan);
        }
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        /* A macro makes several, and only says then that this one is ready. */
        if (plan != NULL && plan->ready != NULL
            && (ready_call(plan->ready)->origin != ORIGIN_FILE
                || !plan_of_function(c, plan->ready->within)->is_init))
        {
            make_early(c, c->source->variables[i], plan->ready);
        }
        else if (plan != NULL && plan->kind == FIELD_TYPE && plan->ready != NULL) {
            check_branch(c, plan);
        }
    }
    walk.is_walked[c->init->setup->id] = true;
    walk_node(&walk, c->init->setup->body);
}
