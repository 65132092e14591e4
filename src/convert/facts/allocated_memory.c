/* Where a module allocates memory, by itself or through its functions. */
#include "convert/facts/allocated_memory.h"

#include <string.h>

#include "base/macros.h"
#include "convert/facts/nodes.h"
#include "extension/calls.h"

enum { MAX_OWN_CALLS = 3 }; /* that hand on what an allocating function gave */

static const struct node *find_allocation(const struct node *value, int depth);

/* Does FUNCTION, the project's own, return memory that it allocates? */
static bool
returns_allocation(const struct function *function, int depth)
{
    const struct node *body = function->body;
    for (const struct node *n = body; depth > 0 && n != NULL; n = node_after(n, body)) {
        if (n->kind == NODE_RETURN && n->first != NULL
            && find_allocation(n->first, depth - 1) != NULL)
        {
            return true;
        }
    }
    return false;
}

static bool
is_allocating(const struct node *value, int depth)
{
    static const char *const words[] = {"alloc", "Alloc", "strdup"};
    const struct node *bare = value != NULL ? node_bare(value) : NULL;
    if (bare == NULL || bare->kind != NODE_CALL) {
        return false;
    }
    if (bare->function != NULL && bare->function->in_project) {
        return returns_allocation(bare->function, depth);
    }
    const char *name = call_name(bare);
    for (size_t i = 0; i < ARRAY_LENGTH(words); i++) {
        if (strstr(name, words[i]) != NULL && strstr(name, "_lock") == NULL) {
            return true;
        }
    }
    return false;
}

/* Does NODE make an object in memory of its own, and not in what it is handed: `new (place) T`? */
static bool
is_new(const struct node *node)
{
    if (node == NULL || node->kind != NODE_OTHER || node->op != OP_NEW) {
        return false;
    }
    const struct node *first = node_bare(node->first);
    const struct type *made = node->type != NULL ? node->type->target : NULL;
    bool is_pointer = made != NULL && made->kind == TYPE_POINTER;
    bool is_place = first != NULL && first->kind != NODE_OTHER && first->type != NULL
                    && (first->type->kind == TYPE_POINTER || first->type->kind == TYPE_ARRAY);
    return !is_place || is_pointer;
}

/* The call that allocates what the operator NODE gives an address in: `malloc(n) + 1`,
 * `n > 0 ? malloc(n) : NULL`; NULL: none does. */
static const struct node *
find_allocation_in_operands(const struct node *node, int depth)
{
    const struct node *one = node->first, *other = one != NULL ? one->next : NULL;
    switch (node->kind) {
    case NODE_ASSIGN:
        one = NULL;
        break;
    case NODE_CONDITIONAL:
        one = other;
        other = one != NULL ? one->next : NULL;
        break;
    case NODE_BINARY:
        one = node->op == ',' ? NULL : one;
        break;
    default:
        return NULL;
    }
    const struct node *call = one != NULL ? find_allocation(one, depth) : NULL;
    return call != NULL || other == NULL ? call : find_allocation(other, depth);
}

static const struct node *
find_allocation_of_local(const struct variable *local, int depth)
{
    const struct node *call =
        local->initial != NULL ? find_allocation(local->initial, depth) : NULL;
    for (size_t i = 0; call == NULL && i < local->n_uses; i++) {
        const struct node *assign = local->uses[i]->parent;
        if (assign != NULL && assign->kind == NODE_ASSIGN && assign->first == local->uses[i]) {
            call = find_allocation(assign->first->next, depth);
        }
    }
    return call;
}

/* The same of PARAMETER: what the calls of its function hand it. */
static const struct node *
find_allocation_of_parameter(const struct variable *parameter, int depth)
{
    const struct function *function = parameter->owner;
    const struct node *found = NULL;
    size_t number = 0;
    while (number < function->n_parameters && function->parameters[number] != parameter) {
        number++;
    }
    for (size_t i = 0; found == NULL && i < function->n_uses; i++) {
        const struct node *call = direct_call(function->uses[i]);
        const struct node *argument = call != NULL ? call_argument(call, number) : NULL;
        found = argument != NULL ? find_allocation(argument, depth) : NULL;
    }
    return found;
}

/* The call that allocates what VALUE points to: itself, or what the local that it is was
 * given. */
static const struct node *
find_allocation(const struct node *value, int depth)
{
    const struct node *bare = node_bare(value);
    if (is_new(bare) || is_allocating(bare, depth)) {
        return bare;
    }
    if (bare != NULL && bare->kind == NODE_CALL) {
        const struct node *returned = call_returned_argument(bare);
        return returned != NULL ? find_allocation(returned, depth) : NULL;
    }
    if (bare != NULL && bare->kind != NODE_NAME) {
        return find_allocation_in_operands(bare, depth);
    }
    const struct variable *local =
        bare != NULL && bare->kind == NODE_NAME ? bare->variable : NULL;
    return local == NULL || local->storage != STORAGE_AUTOMATIC || depth == 0 ? NULL
           : local->is_parameter ? find_allocation_of_parameter(local, depth - 1)
                                 : find_allocation_of_local(local, depth - 1);
}

const struct node *
allocation_behind(const struct node *value)
{
    return find_allocation(value, MAX_OWN_CALLS);
}

/* Functions of the C library that allocate what the pointer at an argument leads to. */
static const struct allocating_function {
    const char *name;
    size_t argument;
} allocating_functions[] = {
    {"getline", 0},   {"getdelim", 0},       {"asprintf", 0},
    {"vasprintf", 0}, {"posix_memalign", 0}, {"open_memstream", 0},
};

static bool allocates_at(const struct node *use, int depth);

/* The place that USE of a pointer leads to, or a part of that: `*buffer`, `box->text`,
 * `box->lines[i]`. */
static const struct node *
place_behind(const struct node *use)
{
    const struct node *place = node_outer(use);
    for (const struct node *parent = place->parent; parent != NULL; parent = place->parent) {
        bool is_part = (parent->kind == NODE_UNARY && parent->op == OP_DEREFERENCE)
                       || ((parent->kind == NODE_MEMBER || parent->kind == NODE_SUBSCRIPT)
                           && parent->first == place);
        if (!is_part) {
            return place;
        }
        place = node_outer(parent);
    }
    return place;
}

/* Does its function give a pointer that the local POINTER leads to memory: `*buffer = realloc(…)`? */
static bool
leads_to_allocation(const struct variable *pointer, int depth)
{
    for (size_t i = 0; i < pointer->n_uses; i++) {
        const struct node *use = pointer->uses[i];
        const struct node *place = place_behind(use), *parent = place->parent;
        if (place == node_outer(use)) {
            if (!use->is_address_taken && allocates_at(use, depth)) {
                return true;
            }
        }
        else if (parent != NULL
                 && ((parent->kind == NODE_ASSIGN && parent->first == place
                      && find_allocation(parent->first->next, depth) != NULL)
                     || (parent->kind == NODE_UNARY && parent->op == OP_ADDRESS
                         && allocates_at(place, depth))))
        {
            return true;
        }
    }
    return false;
}

/* Is USE the address of a pointer that is handed to a function which allocates memory there? */
static bool
allocates_at(const struct node *use, int depth)
{
    const struct node *child = NULL, *call = call_around(use, &child);
    if (call == NULL || depth == 0 || child == call->first) {
        return false;
    }
    size_t number = call_argument_number(call, child);
    const struct function *function = call_target(call);
    if (function != NULL && function->body != NULL) {
        return number < function->n_parameters
               && leads_to_allocation(function->parameters[number], depth - 1);
    }
    for (size_t i = 0; i < ARRAY_LENGTH(allocating_functions); i++) {
        const struct allocating_function *known = &allocating_functions[i];
        if (known->argument == number && strcmp(known->name, call_name(call)) == 0) {
            return true;
        }
    }
    return false;
}

/* The local that the address VALUE is put into, also through a conditional; NULL: none. */
static const struct variable *
local_given(const struct node *value)
{
    const struct node *node = node_outer(value), *parent = node->parent;
    while (parent != NULL && parent->kind == NODE_CONDITIONAL && parent->first != node) {
        node = node_outer(parent);
        parent = node->parent;
    }
    const struct variable *local = NULL;
    if (parent != NULL && parent->kind == NODE_VARIABLE) {
        local = parent->variable;
    }
    else if (parent != NULL && parent->kind == NODE_ASSIGN && parent->first != node) {
        local = node_bare(parent->first)->variable;
    }
    return local != NULL && local->storage == STORAGE_AUTOMATIC ? local : NULL;
}

bool
is_allocated_by_address(const struct node *place)
{
    const struct node *address = node_outer(place)->parent;
    if (address == NULL || address->kind != NODE_UNARY || address->op != OP_ADDRESS) {
        return false;
    }
    const struct variable *local = local_given(address);
    return allocates_at(place, MAX_OWN_CALLS)
           || (local != NULL && leads_to_allocation(local, MAX_OWN_CALLS));
}

const struct node *
allocation_of(const struct variable *variable, const struct function *within)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i], *assign = use->parent;
        if (use->is_address_taken && (within == NULL || use->within == within)
            && allocates_at(use, MAX_OWN_CALLS))
        {
            return call_around(use, NULL);
        }
        if (assign != NULL && assign->kind == NODE_ASSIGN && assign->first == use
            && (within == NULL || use->within == within))
        {
            const struct node *call = allocation_behind(assign->first->next);
            if (call != NULL) {
                return call;
            }
        }
    }
    return NULL;
}

/* Does a function give back what PARAMETER leads to, or a part of it? */
static bool
parameter_is_freed(const struct variable *parameter, int depth)
{
    for (size_t i = 0; i < parameter->n_uses; i++) {
        const struct node *use = parameter->uses[i], *child = NULL;
        const struct node *call = call_around(place_behind(use), &child);
        const struct function *target = call != NULL ? call_target(call) : NULL;
        if (call == NULL || child == call->first) {
            continue;
        }
        if (strstr(call_name(call), "ree") != NULL) {
            return true;
        }
        size_t number = call_argument_number(call, child);
        if (depth > 0 && target != NULL && number < target->n_parameters
            && parameter_is_freed(target->parameters[number], depth - 1))
        {
            return true;
        }
    }
    return false;
}

bool
is_freed_by_address(const struct node *place)
{
    const struct node *child = NULL, *call = call_around(place, &child);
    const struct function *target = call != NULL ? call_target(call) : NULL;
    size_t number = target != NULL ? call_argument_number(call, child) : 0;
    return target != NULL && number < target->n_parameters
           && parameter_is_freed(target->parameters[number], MAX_OWN_CALLS);
}
