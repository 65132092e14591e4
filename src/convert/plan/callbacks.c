/* Functions that are called through pointers of the module's own: the state goes with
 * each call as an added parameter, through all functions that the pointer can mean, all
 * declarations of such pointers and all calls through them.  A group of which a part is
 * not seen (handed to foreign code, cast, stored where others read it) stays as it is. */
#include "convert/plan/callbacks.h"

#include <string.h>

#include "convert/facts/capsule_structs.h"
#include "convert/facts/nodes.h"
#include "convert/plan/call_contexts.h"
#include "convert/plan/functions.h"
#include "convert/plan/instances.h"
#include "convert/plan/state_users.h"
#include "convert/plan/variables.h"

struct call {
    const struct node *node;
    uint32_t group;
};

struct callbacks {
    uint32_t *parents; /* union-find over all groups */
    bool *is_leaky;
    const bool *needs_state;
    size_t n_groups, groups_capacity;
    struct pointer *pointers;
    size_t n_pointers, pointers_capacity;
    struct call *calls;
    size_t n_calls, calls_capacity;
    uint32_t *of_function; /* by function id; 0: none */
};

/* The group that stands for all that GROUP was joined with. */
static uint32_t
root_of(const struct callbacks *g, uint32_t group)
{
    while (g->parents[group] != group) {
        group = g->parents[group];
    }
    return group;
}

static uint32_t
new_group(struct conversion *c, struct callbacks *g)
{
    if (g->n_groups == g->groups_capacity) {
        size_t capacity = g->groups_capacity * 2 + 16;
        uint32_t *parents = ARENA_ARRAY(c->arena, uint32_t, capacity);
        bool *is_leaky = ARENA_ARRAY(c->arena, bool, capacity);
        if (g->n_groups > 0) {
            memcpy(parents, g->parents, g->n_groups * sizeof(*parents));
            memcpy(is_leaky, g->is_leaky, g->n_groups * sizeof(*is_leaky));
        }
        g->parents = parents;
        g->is_leaky = is_leaky;
        g->groups_capacity = capacity;
    }
    g->parents[g->n_groups] = (uint32_t)g->n_groups;
    return (uint32_t)g->n_groups++;
}

static void
join(struct callbacks *g, uint32_t a, uint32_t b)
{
    a = root_of(g, a);
    b = root_of(g, b);
    g->parents[b] = a;
    g->is_leaky[a] |= g->is_leaky[b];
}

static void
leak(struct callbacks *g, uint32_t group)
{
    g->is_leaky[root_of(g, group)] = true;
}

/* --- what a pointer is ---------------------------------------------------------------- */

/* The function type that TYPE, below arrays, points to; NULL: it does not. */
static const struct type *
pointed_function(const struct type *type)
{
    type = type != NULL ? type_element(type) : NULL;
    return type != NULL && type->kind == TYPE_POINTER && type->target != NULL
                   && type->target->kind == TYPE_FUNCTION
               ? type->target
               : NULL;
}

static uint32_t
group_of_pointer(struct conversion *c, struct callbacks *g, struct pointer pointer)
{
    for (size_t i = 0; i < g->n_pointers; i++) {
        const struct pointer *known = &g->pointers[i];
        if (known->variable == pointer.variable && known->record == pointer.record
            && (pointer.field == NULL || strcmp(known->field, pointer.field) == 0))
        {
            return root_of(g, known->group);
        }
    }
    pointer.group = new_group(c, g);
    /* One typedef is one declaration for all that have it. */
    for (size_t i = 0; i < g->n_pointers; i++) {
        const char *spelling = g->pointers[i].type->spelling;
        if (strchr(spelling, '(') == NULL
            && strcmp(spelling, pointer.type->spelling) == 0)
        {
            join(g, g->pointers[i].group, pointer.group);
        }
    }
    ARENA_GROW(c->arena, g->pointers, g->n_pointers, g->pointers_capacity);
    g->pointers[g->n_pointers++] = pointer;
    return root_of(g, pointer.group);
}

static const struct record *
record_of_member(const struct node *member)
{
    const struct type *type = member->first != NULL ? member->first->type : NULL;
    if (type != NULL && type->kind == TYPE_POINTER) {
        type = type->target;
    }
    return type != NULL ? type_element(type)->record : NULL;
}

/* The group of what the expression NODE names; false: it names no pointer we know. */
static bool
group_of_expression(struct conversion *c, struct callbacks *g, const struct node *node,
                    uint32_t *out_group)
{
    node = node_bare(node);
    while (node != NULL && node->kind == NODE_SUBSCRIPT) {
        node = node_bare(node->first);
    }
    if (node == NULL || pointed_function(node->type) == NULL) {
        return false;
    }
    if (node->kind == NODE_NAME && node->variable != NULL && node->variable->in_project)
    {
        *out_group = group_of_pointer(
            c, g,
            (struct pointer){.variable = node->variable,
                             .type = type_element(node->variable->type)});
        return true;
    }
    if (node->kind == NODE_MEMBER) {
        const struct record *record = record_of_member(node);
        if (record == NULL || record->file == NULL || !record->file->is_project
            || *node->text == '\0')
        {
            return false;
        }
        *out_group =
            group_of_pointer(c, g,
                             (struct pointer){.record = record,
                                              .field = node->text,
                                              .type = type_element(node->type)});
        return true;
    }
    return false;
}

/* --- where values go ------------------------------------------------------------------- */

/* A value of GROUP is put into the expression TARGET. */
static void
flow_into(struct conversion *c, struct callbacks *g, uint32_t group,
          const struct node *target)
{
    uint32_t other;
    if (group_of_expression(c, g, target, &other)) {
        join(g, other, group);
    }
    else {
        leak(g, group);
    }
}

static void
flow_into_argument(struct conversion *c, struct callbacks *g, uint32_t group,
                   const struct node *call, const struct node *argument)
{
    const struct function *callee = call->function;
    size_t i = 0;
    while (call_argument(call, i) != NULL && call_argument(call, i) != argument) {
        i++;
    }
    if (callee == NULL || callee->body == NULL || !callee->in_project
        || i >= callee->n_parameters
        || pointed_function(callee->parameters[i]->type) == NULL)
    {
        leak(g, group);
        return;
    }
    uint32_t other = group_of_pointer(
        c, g,
        (struct pointer){.variable = callee->parameters[i],
                         .type = type_element(callee->parameters[i]->type)});
    join(g, other, group);
}

static bool
same_function_type(const struct type *a, const struct type *b)
{
    const struct type *one = pointed_function(a), *two = pointed_function(b);
    return one != NULL && two != NULL && strcmp(one->canonical, two->canonical) == 0;
}

/* The field of the local struct that ITEM, in its initialiser, is for; NULL if the list
 * is not that plain. */
static const struct field *
field_of_item(const struct node *item, const struct record **out_record)
{
    const struct node *inner = item;
    bool is_named = item->parent->kind == NODE_DESIGNATED;
    if (is_named) {
        inner = item->parent;
    }
    const struct node *list = inner->parent;
    const struct node *owner = list != NULL ? list->parent : NULL;
    if (list == NULL || list->kind != NODE_INIT_LIST || owner == NULL
        || owner->kind != NODE_VARIABLE || owner->variable->type->kind != TYPE_RECORD)
    {
        return NULL;
    }
    const struct record *record = owner->variable->type->record;
    size_t i = 0;
    for (const struct node *n = list->first; n != inner && n != NULL; n = n->next) {
        if (n->kind == NODE_DESIGNATED && !is_named) {
            return NULL;
        }
        i++;
    }
    *out_record = record;
    for (size_t k = 0; record != NULL && k < record->n_fields; k++) {
        if (is_named ? strcmp(record->fields[k].name, inner->text) == 0 : k == i) {
            return &record->fields[k];
        }
    }
    return NULL;
}

/* What becomes of the value NODE of GROUP, whose pointer type is TYPE. */
static void
follow_value(struct conversion *c, struct callbacks *g, uint32_t group,
             const struct node *node, const struct type *type)
{
    for (;;) {
        const struct node *parent = node->parent;
        uint16_t kind = parent != NULL ? parent->kind : NODE_OTHER;
        bool is_through =
            kind == NODE_PAREN || (kind == NODE_UNARY && parent->op == OP_ADDRESS)
            || (kind == NODE_CONDITIONAL && parent->first != node)
            || (kind == NODE_CAST
                && (type == NULL || same_function_type(parent->type, type)));
        if (!is_through) {
            break;
        }
        node = parent;
    }
    const struct node *parent = node->parent;
    if (parent == NULL) {
        leak(g, group);
        return;
    }
    switch (parent->kind) {
    case NODE_ASSIGN:
        if (parent->first != node) {
            flow_into(c, g, group, parent->first);
        }
        return;
    case NODE_VARIABLE:
        if (pointed_function(parent->variable->type) == NULL) {
            leak(g, group);
            return;
        }
        join(g,
             group_of_pointer(
                 c, g,
                 (struct pointer){.variable = parent->variable,
                                  .type = type_element(parent->variable->type)}),
             group);
        return;
    case NODE_CALL:
        if (parent->first == node) {
            return; /* called */
        }
        flow_into_argument(c, g, group, parent, node);
        return;
    case NODE_BINARY: /* compared, or tested */
    case NODE_IF:
    case NODE_CONDITIONAL:
        return;
    case NODE_UNARY:
        if (parent->op != OP_NOT && parent->op != OP_DEREFERENCE) {
            leak(g, group);
        }
        return;
    case NODE_INIT_LIST:
    case NODE_DESIGNATED: {
        const struct record *record = NULL;
        const struct field *field = field_of_item(node, &record);
        if (field == NULL || pointed_function(field->type) == NULL
            || record->file == NULL || !record->file->is_project)
        {
            leak(g, group);
            return;
        }
        join(g,
             group_of_pointer(c, g,
                              (struct pointer){.record = record,
                                               .field = field->name,
                                               .type = type_element(field->type)}),
             group);
        return;
    }
    default:
        leak(g, group);
    }
}

/* --- building ----------------------------------------------------------------------------- */

static uint32_t
group_of_function(struct conversion *c, struct callbacks *g,
                  const struct function *function)
{
    uint32_t *group = &g->of_function[function->id];
    if (*group == 0) {
        *group = new_group(c, g);
        if (!function->in_project || function->body == NULL
            || function->made_by != NULL)
        {
            leak(g, *group);
        }
    }
    return root_of(g, *group);
}

/* The functions in the initialisers of structs and arrays. */
static void
add_initial_values(struct conversion *c, struct callbacks *g)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        for (size_t k = 0; k < variable->n_initializers; k++) {
            const struct initializer *item = &variable->initializers[k];
            const struct node *referent = node_referent(item->value);
            if (referent == NULL || referent->kind != NODE_NAME
                || referent->function == NULL)
            {
                continue;
            }
            uint32_t group = group_of_function(c, g, referent->function);
            const struct record *record = type_element(variable->type)->record;
            bool is_direct = string_equal(item->path, item->field);
            const struct type *type = NULL;
            for (size_t f = 0; record != NULL && is_direct && f < record->n_fields; f++)
            {
                if (strcmp(record->fields[f].name, item->field) == 0) {
                    type = record->fields[f].type;
                }
            }
            if (record == NULL && pointed_function(variable->type) != NULL) {
                join(g,
                     group_of_pointer(
                         c, g,
                         (struct pointer){.variable = variable,
                                          .type = type_element(variable->type)}),
                     group);
            }
            else if (record == NULL || record->file == NULL || !record->file->is_project
                     || type == NULL || pointed_function(type) == NULL
                     || strcmp(pointed_function(type)->canonical,
                               referent->function->type->canonical)
                            != 0)
            {
                leak(g, group);
            }
            else {
                join(g,
                     group_of_pointer(c, g,
                                      (struct pointer){.record = record,
                                                       .field = item->field,
                                                       .type = type_element(type)}),
                     group);
            }
        }
    }
}

static bool
is_initial_value(const struct node *use)
{
    return use->holder != NULL; /* its initialisers are known */
}

static void
add_function_values(struct conversion *c, struct callbacks *g)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        for (size_t k = 0; k < function->n_uses; k++) {
            const struct node *use = function->uses[k];
            if (direct_call(use) != NULL || is_initial_value(use)) {
                continue;
            }
            uint32_t group = group_of_function(c, g, function);
            if (use->origin != ORIGIN_FILE) {
                leak(g, group);
            }
            follow_value(c, g, group, use, NULL);
        }
    }
}

/* Every place where a pointer is read, written or called. */
static void
add_pointer_uses(struct conversion *c, struct callbacks *g)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *body = function->body;
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            uint32_t group;
            bool is_name = n->kind == NODE_NAME || n->kind == NODE_MEMBER;
            if (!is_name || pointed_function(n->type) == NULL
                || (n->kind == NODE_NAME && n->variable == NULL)
                || !group_of_expression(c, g, n, &group))
            {
                continue;
            }
            const struct node *whole = n;
            while (whole->parent != NULL && whole->parent->kind == NODE_SUBSCRIPT
                   && whole->parent->first == whole)
            {
                whole = whole->parent;
            }
            const struct node *outer = whole;
            while (outer->parent != NULL
                   && (outer->parent->kind == NODE_PAREN
                       || (outer->parent->kind == NODE_UNARY
                           && outer->parent->op == OP_DEREFERENCE)))
            {
                outer = outer->parent;
            }
            const struct node *parent = outer->parent;
            if (parent != NULL && parent->kind == NODE_CALL && parent->first == outer) {
                if (parent->origin != ORIGIN_FILE || outer->origin != ORIGIN_FILE) {
                    leak(g, group);
                }
                ARENA_GROW(c->arena, g->calls, g->n_calls, g->calls_capacity);
                g->calls[g->n_calls++] = (struct call){parent, group};
                continue;
            }
            bool is_target =
                parent != NULL && parent->kind == NODE_ASSIGN && parent->first == outer;
            if (!is_target) {
                follow_value(c, g, group, outer, n->type);
                continue;
            }
            const struct node *value = node_bare(parent->first->next);
            uint32_t other;
            bool is_known = is_null(value)
                            || (node_referent(value)->kind == NODE_NAME
                                && node_referent(value)->function != NULL)
                            || value->kind == NODE_CONDITIONAL
                            || group_of_expression(c, g, value, &other);
            if (!is_known) {
                leak(g, group);
            }
        }
    }
}

/* Then it finds the state by itself: instance_receivers.c. */
static bool
is_handed_instance(const struct conversion *c, const struct function *function)
{
    for (size_t i = 0; i < function->n_parameters; i++) {
        if (is_own_instance(c, function->parameters[i]->type)) {
            return true;
        }
    }
    return false;
}

/* The functions of GROUP are called by other extensions. */
static void
leak_to_others(struct conversion *c, struct callbacks *g, uint32_t group)
{
    leak(g, group);
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        struct function_plan *plan = plan_of_function(c, function);
        uint32_t own = g->of_function[function->id];
        if (own != 0 && root_of(g, own) == root_of(g, group)
            && plan->access == ACCESS_UNREACHABLE)
        {
            explain_context(c, function,
                            "other extensions call it through a struct in a capsule, "
                            "so its parameters cannot change");
        }
    }
}

/* Pointers in a struct that other extensions get are called with what was agreed on. */
static void
leak_exported(struct conversion *c, struct callbacks *g)
{
    struct capsule_structs structs = find_capsule_structs(c);
    for (size_t i = 0; i < structs.n_items; i++) {
        for (size_t k = 0; k < g->n_pointers; k++) {
            if (g->pointers[k].record == structs.items[i]) {
                leak_to_others(c, g, g->pointers[k].group);
            }
        }
    }
}

/* Is WANTED RECORD, or the struct of a member of it? */
static bool
record_leads_to(const struct record *record, const struct record *wanted, unsigned depth)
{
    bool is_found = record == wanted;
    for (size_t i = 0; !is_found && depth > 0 && record != NULL && i < record->n_fields; i++) {
        const struct type *type = type_element(record->fields[i].type);
        type = type->kind == TYPE_POINTER && type->target != NULL ? type->target : type;
        is_found = type->record != NULL && record_leads_to(type->record, wanted, depth - 1);
    }
    return is_found;
}

/* What is not part of the sources knows the struct that TYPE is, or points to. */
static void
leak_struct(struct callbacks *g, const struct type *type)
{
    enum { MAX_NESTED = 3 };
    while (type != NULL && type->kind == TYPE_POINTER) {
        type = type->target;
    }
    for (size_t k = 0; type != NULL && type->record != NULL && k < g->n_pointers; k++) {
        if (g->pointers[k].record != NULL
            && record_leads_to(type->record, g->pointers[k].record, MAX_NESTED))
        {
            leak(g, g->pointers[k].group);
        }
    }
}

/* A library whose header is in the project, and whose functions are not: it calls through what
 * it is handed, and fills what it gives. */
static void
leak_to_libraries(const struct conversion *c, struct callbacks *g)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (function->body != NULL || !function->in_project || function->is_member
            || function->n_uses == 0)
        {
            continue;
        }
        for (size_t k = 0; k < function->type->n_parameters; k++) {
            leak_struct(g, function->type->parameters[k]);
        }
        leak_struct(g, function->type->target);
    }
}

void
plan_callbacks(struct conversion *c)
{
    struct callbacks *g = ARENA_NEW(c->arena, struct callbacks);

    g->of_function = ARENA_ARRAY(c->arena, uint32_t, c->source->n_functions + 1);
    c->callbacks = g;
    new_group(c, g); /* number 0 says none */
    add_initial_values(c, g);
    add_function_values(c, g);
    add_pointer_uses(c, g);
    leak_exported(c, g);
    leak_to_libraries(c, g);
    for (size_t i = 0; i < g->n_pointers; i++) {
        struct brackets parameters;
        if (!find_declarator(c, &g->pointers[i], &parameters)) {
            leak(g, g->pointers[i].group);
        }
    }
    g->needs_state = ARENA_ARRAY(c->arena, bool, g->n_groups);
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        struct function_plan *plan = plan_of_function(c, function);
        uint32_t group = g->of_function[function->id];
        if (group == 0 || plan->access != ACCESS_UNREACHABLE) {
            if (group != 0 && (plan->has_context || plan->is_converter)) {
                leak(g, group); /* the interpreter calls it, too */
            }
        }
    }
    bool *has_others = ARENA_ARRAY(c->arena, bool, g->n_groups);
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        uint32_t group = g->of_function[function->id];
        if (group != 0 && !is_handed_instance(c, function)) {
            has_others[root_of(g, group)] = true;
        }
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        struct function_plan *plan = plan_of_function(c, function);
        uint32_t group = g->of_function[function->id];
        if (group != 0 && !g->is_leaky[root_of(g, group)]
            && has_others[root_of(g, group)]) {
            hand_over_state(c, function);
            plan->is_grouped = true;
        }
    }
}

/* --- growing -------------------------------------------------------------------------------- */

/* What is called through pointers of GROUP is given the state from now on. */
static void
give_state(struct conversion *c, uint32_t group)
{
    struct callbacks *g = ARENA_NEW(c->arena, struct callbacks);
    *g = *c->callbacks;
    bool *needs_state = ARENA_ARRAY(c->arena, bool, g->n_groups);
    memcpy(needs_state, g->needs_state, g->n_groups * sizeof(*needs_state));
    needs_state[group] = true;
    g->needs_state = needs_state;
    c->callbacks = g;
}

bool
grow_callbacks(struct conversion *c)
{
    bool grows = false;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (plan->is_grouped && plan->needs_state) {
            uint32_t group = root_of(c->callbacks, c->callbacks->of_function[function->id]);
            if (!c->callbacks->needs_state[group]) {
                give_state(c, group);
                grows = true;
            }
        }
    }
    const struct callbacks *g = c->callbacks;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (plan->is_grouped && !plan->needs_state
            && g->needs_state[root_of(g, g->of_function[function->id])])
        {
            grows |= require_state(c, function);
        }
    }
    for (size_t i = 0; i < g->n_calls; i++) {
        const struct function *within = g->calls[i].node->within;
        if (within != NULL && g->needs_state[root_of(g, g->calls[i].group)]) {
            grows |= require_state(c, within);
        }
    }
    return grows;
}

bool
calls_callback(const struct conversion *c, const struct function *function)
{
    const struct callbacks *g = c->callbacks;
    for (size_t i = 0; g != NULL && i < g->n_calls; i++) {
        if (g->calls[i].node->within == function
            && g->needs_state[root_of(g, g->calls[i].group)])
        {
            return true;
        }
    }
    return false;
}

/* Are the parameters of the functions that VARIABLE points to in its own declaration? */
static bool
spells_parameters(const struct variable *variable)
{
    return strstr(type_element(variable->type)->spelling, "(*") != NULL;
}

bool
is_callback_field(const struct conversion *c, const struct pointer *pointer)
{
    return pointer->variable != NULL && moving(c, pointer->variable) != NULL
           && spells_parameters(pointer->variable);
}

bool
callback_place(const struct conversion *c, size_t i,
               const struct source_file **out_file, uint32_t *out_offset)
{
    const struct callbacks *g = c->callbacks;
    struct brackets parameters;
    if (g == NULL || i >= g->n_pointers) {
        return false;
    }
    const struct pointer *pointer = &g->pointers[i];
    *out_file = NULL;
    if (!is_callback_field(c, pointer) && g->needs_state[root_of(g, pointer->group)]
        && find_declarator(c, pointer, &parameters))
    {
        const struct record *record = pointer->record;
        bool is_in_record = record != NULL && record->file == parameters.file
                            && record->begin < parameters.open && parameters.open < record->end;
        *out_file = parameters.file;
        *out_offset = is_in_record ? record->begin : parameters.open;
    }
    return true;
}

const struct pointer *
callback_pointer(const struct conversion *c, size_t i, bool *out_takes_state)
{
    const struct callbacks *g = c->callbacks;
    if (i >= g->n_pointers) {
        return NULL;
    }
    *out_takes_state = g->needs_state[root_of(g, g->pointers[i].group)];
    return &g->pointers[i];
}

const struct node *
callback_call(const struct conversion *c, size_t i, bool *out_takes_state)
{
    const struct callbacks *g = c->callbacks;
    if (i >= g->n_calls) {
        return NULL;
    }
    *out_takes_state = g->needs_state[root_of(g, g->calls[i].group)];
    return g->calls[i].node;
}

bool
spells_callback(const struct conversion *c, const struct variable *variable)
{
    const struct pointer *pointer;
    bool takes_state;
    for (size_t i = 0; (pointer = callback_pointer(c, i, &takes_state)) != NULL; i++) {
        if (takes_state && pointer->variable == variable) {
            return spells_parameters(variable);
        }
    }
    return false;
}
