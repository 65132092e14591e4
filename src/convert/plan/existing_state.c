/* What a module in multi-phase initialisation has of its own already: a function that
 * gives its state, and functions that hold the state in a local or a parameter. */
#include "convert/plan/existing_state.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/findings.h"
#include "convert/facts/inactive/guards.h"
#include "convert/facts/mentions.h"
#include "convert/plan/functions.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/static_states.h"
#include "convert/plan/variables.h"

static bool
is_state_pointer(const struct conversion *c, const struct type *type)
{
    return type != NULL && type->kind == TYPE_POINTER && type->target != NULL
           && type->target->kind == TYPE_RECORD
           && type->target->record == c->module->sized;
}

/* --- locals and parameters that hold the state ---------------------------------------- */

/* Where the statement that declares LOCAL, with a value, stands; NULL: in none. */
static const struct node *
block_of_local(const struct variable *local)
{
    const struct node *node = local->initial;
    while (node != NULL && node->kind != NODE_DECLARATIONS) {
        node = node->parent;
    }
    return node != NULL ? node->parent : NULL;
}

/* Does VARIABLE hold the state all through its block, or its function: a parameter, or a
 * local that is given a value once, where it is declared? */
static bool
holds_state(const struct conversion *c, const struct variable *variable)
{
    if (variable->owner == NULL || variable->storage != STORAGE_AUTOMATIC
        || !is_state_pointer(c, variable->type)
        || (!variable->is_parameter && variable->initial == NULL))
    {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (variable->uses[i]->is_written || variable->uses[i]->is_address_taken) {
            return false;
        }
    }
    const struct node *block = variable->is_parameter ? NULL : block_of_local(variable);
    return variable->is_parameter || (block != NULL && block->kind == NODE_BLOCK);
}

/* Is every NAME in the module's functions the state? */
static bool
means_state_only(const struct conversion *c, const char *name)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (strcmp(variable->name, name) == 0 && !holds_state(c, variable)
            && (variable->owner == NULL
                || plan_of_function(c, variable->owner)->belongs))
        {
            return false;
        }
    }
    return true;
}

/* The name of most locals and parameters that hold the state; NULL if it means more. */
static const char *
state_local(const struct conversion *c)
{
    const char *best = NULL;
    size_t most = 0;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        size_t n = 0;
        if (!holds_state(c, variable) || !plan_of_function(c, variable->owner)->belongs
            || string_equal(best, variable->name))
        {
            continue;
        }
        for (size_t k = 0; k < c->source->n_variables; k++) {
            const struct variable *other = c->source->variables[k];
            n += strcmp(other->name, variable->name) == 0 && holds_state(c, other);
        }
        if (n > most && means_state_only(c, variable->name)) {
            best = variable->name;
            most = n;
        }
    }
    return best;
}

void
plan_existing_state(struct conversion *c)
{
    if (c->existing->record == NULL) {
        return;
    }
    struct existing_state *existing = ARENA_NEW(c->arena, struct existing_state);
    *existing = *c->existing;
    existing->getter = c->module->getter;
    existing->type_getter = c->module->type_getter;
    if (c->module->is_multi_phase && static_state_name(c) == NULL) {
        existing->local = state_local(c);
    }
    c->existing = existing;
}

/* The only local of FUNCTION that is the state in an inner block, or NULL. */
static const struct variable *
nested_state(const struct conversion *c, const struct function *function)
{
    const struct variable *found = NULL;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (variable->owner != function
            || strcmp(variable->name, c->existing->local) != 0) {
            continue;
        }
        if (found != NULL || variable->is_parameter || !holds_state(c, variable)) {
            return NULL;
        }
        found = variable;
    }
    return found;
}

/* Is LOCAL declared in each build?  One in a text that is included several times is declared
 * at the place of the first of its kind. */
static bool
is_unconditional(const struct conversion *c, const struct variable *local)
{
    const struct node *body = local->owner->body;
    const struct declaration *place = variable_declaration(local);
    uint32_t offset = place != NULL ? place->begin : local->initial->begin;
    return guard_at(c, body->file, body->begin, offset).n_levels == 0;
}

/* Does FUNCTION name what moves in front of OFFSET, itself or in a function that it calls? */
static bool
needs_before(const struct conversion *c, const struct function *function, uint32_t offset)
{
    for (const struct mention *mention = NULL;
         (mention = next_mention_in(c, function, mention)) != NULL;)
    {
        const struct mention *inner = NULL;
        bool needs = mention->variable != NULL && moving(c, mention->variable) != NULL;
        while (mention->function != NULL && mention->function != function && !needs
               && (inner = next_mention_in(c, mention->function, inner)) != NULL)
        {
            needs = inner->variable != NULL && moving(c, inner->variable) != NULL;
        }
        if (needs && mention->begin < offset) {
            return true;
        }
    }
    return false;
}

/* Is LOCAL, which its function declares, known wherever that needs the state? */
static bool
is_known_in_time(const struct conversion *c, const struct variable *local)
{
    const struct declaration *d = variable_declaration(local);
    return d == NULL || !needs_before(c, local->owner, d->begin);
}

/* The local or parameter of FUNCTION that is the state already, all through it, or NULL. */
const struct variable *
own_state(const struct conversion *c, const struct function *function)
{
    if (c->existing->local == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (variable->owner == function
            && strcmp(variable->name, c->existing->local) == 0
            && holds_state(c, variable)
            && (variable->is_parameter
                || (block_of_local(variable) == function->body
                    && is_unconditional(c, variable) && is_known_in_time(c, variable))))
        {
            return variable;
        }
    }
    return NULL;
}

/* Is NODE a call that is handed names only? */
static bool
is_plain_call(const struct node *node)
{
    node = node_bare(node);
    for (size_t i = 0; node->kind == NODE_CALL && call_argument(node, i) != NULL; i++) {
        if (node_bare(call_argument(node, i))->kind != NODE_NAME) {
            return false;
        }
    }
    return node->kind == NODE_CALL;
}

const struct node *
late_state(const struct conversion *c, const struct function *function)
{
    const struct variable *local = plan_of_function(c, function)->nested_state;
    const struct node *node = local != NULL ? local->initial : NULL;
    if (node == NULL || block_of_local(local) != function->body || !is_unconditional(c, local)
        || !is_plain_call(node))
    {
        return NULL;
    }
    while (node->kind != NODE_DECLARATIONS) {
        node = node->parent;
    }
    return node_n_children(node) == 1 && node->origin == ORIGIN_FILE ? node : NULL;
}

void
plan_own_states(struct conversion *c)
{
    for (size_t i = 0; c->existing->local != NULL && i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        struct function_plan *plan = plan_of_function(c, function);
        if (function->body == NULL) {
            continue;
        }
        plan->has_own_state = own_state(c, function) != NULL;
        if (!plan->has_own_state && plan->has_context
            && plan->access != ACCESS_TEARDOWN) {
            /* It can be looked up further up, if others need it. */
            plan->nested_state = nested_state(c, function);
            plan->has_own_state = plan->nested_state != NULL;
        }
    }
}

bool
is_own_name(const struct conversion *c, const char *name)
{
    static const char *const hooks[] = {"m_traverse", "m_clear", "m_free"};
    const char *type = c->existing->record != NULL ? c->existing->type : "";
    type = string_starts(type, "struct ") ? type + strlen("struct ") : type;
    if (strcmp(name, type) == 0
        || (c->existing->getter != NULL && strcmp(name, c->existing->getter->name) == 0)
        || (c->opt_out->inner_release != NULL
            && strcmp(name, c->opt_out->inner_release->name) == 0))
    {
        return true;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(hooks); i++) {
        const struct initializer *item =
            variable_initializer(c->module->variable, hooks[i]);
        const struct node *referent = item != NULL ? node_referent(item->value) : NULL;
        if (referent != NULL && referent->function != NULL
            && strcmp(referent->function->name, name) == 0)
        {
            return true;
        }
    }
    return false;
}

/* --- the struct ---------------------------------------------------------------------- */

/* The type of the state as it is written in m_size, or else as C says it. */
static const char *
state_type_of(const struct conversion *c, const struct initializer *size)
{
    const char *text = text_of(c, size->file, size->begin, size->end);
    const char *open = strstr(text, "sizeof") == text ? strchr(text, '(') : NULL;
    const char *close = open != NULL ? strchr(open, ')') : NULL;
    if (close != NULL) {
        return TEXT(c, "%.*s", (int)(close - open - 1), open + 1);
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct type *type = c->source->variables[i]->type;
        if (is_state_pointer(c, type) && !type->target->is_const) {
            return type->target->spelling;
        }
    }
    return TEXT(c, "struct %s", c->module->sized->tag);
}

void
plan_old_struct(struct conversion *c)
{
    const struct initializer *size = c->module->size_initializer;
    if (size == NULL || !c->module->has_size || c->module->size <= 0) {
        return;
    }
    if (c->module->sized == NULL) {
        refuse(c, "state-not-converted", size->file, size->begin,
               c->module->variable->name, "m_size is not written as sizeof(struct)");
        return;
    }
    struct existing_state *existing = ARENA_NEW(c->arena, struct existing_state);
    existing->record = c->module->sized;
    existing->type = state_type_of(c, size);
    c->existing = existing;
}

bool
is_of_existing_state(const struct conversion *c, const struct node *member)
{
    const struct node *object = node_bare(member->first);
    const struct type *type = object != NULL ? object->type : NULL;
    if (type != NULL && type->kind == TYPE_POINTER) {
        type = type->target;
    }
    return type != NULL && c->existing->record != NULL
           && type->record == c->existing->record;
}
