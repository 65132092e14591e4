#include "convert/facts/process_constants.h"

#include <string.h>

#include "base/strbuf.h"
#include "convert/facts/inactive/writes.h"
#include "convert/facts/reached_functions.h"
#include "extension/address_use.h"
#include "extension/dead_code.h"
#include "extension/expression.h"
#include "extension/hidden_writes.h"
#include "extension/once.h"
#include "extension/static_data.h"

/* Does VALUE ask no variable that may be another one at the next import? */
static bool
asks_nothing_static(const struct node *value)
{
    for (const struct node *n = value; n != NULL; n = node_after(n, value)) {
        bool is_static = n->kind == NODE_NAME && n->variable != NULL
                         && variable_is_static(n->variable) && n->variable->in_project;
        if (is_static && !type_element(n->variable->type)->is_const) {
            return false;
        }
    }
    return true;
}

static bool
asks_no_local(const struct node *value)
{
    for (const struct node *n = value; n != NULL; n = node_after(n, value)) {
        if (n->kind == NODE_NAME && n->variable != NULL && !variable_is_static(n->variable)) {
            return false;
        }
    }
    return true;
}

static const struct node *
loop_around(const struct node *node)
{
    while (node != NULL && node->kind != NODE_FOR && node->kind != NODE_WHILE
           && node->kind != NODE_DO)
    {
        node = node->parent;
    }
    return node;
}

static bool
steps(const struct node *loop, const struct variable *counter)
{
    const char *parts = loop->text, *next = strchr(parts, 'n');
    const struct node *step = next != NULL ? node_child(loop, (size_t)(next - parts)) : NULL;
    for (const struct node *n = step; n != NULL; n = node_after(n, step)) {
        if (n->kind == NODE_NAME && n->variable == counter && n->is_written) {
            return true;
        }
    }
    return false;
}

/* Does the assignment with the target USE give each number once, a single one or the elements of
 * a table in turn? */
static bool
gives_each_once(const struct node *use, const struct node *value)
{
    const struct node *loop = loop_around(use), *place = node_outer(use)->parent;
    if (use->variable->type->kind != TYPE_ARRAY) {
        return asks_no_local(value);
    }
    if (loop == NULL || loop->kind != NODE_FOR || loop_around(loop->parent) != NULL
        || place == NULL || place->kind != NODE_SUBSCRIPT || place->first->next == NULL)
    {
        return false;
    }
    const struct node *index = node_bare(place->first->next);
    return index->kind == NODE_NAME && index->variable != NULL
           && steps(loop, index->variable);
}

/* Is its address kept by what may outlive the module? */
static bool
is_address_kept(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (address_keeper(variable->uses[i]) != NULL) {
            return true;
        }
    }
    return false;
}

/* The functions that may run at import before the write with the target USE, by id. */
static const bool *
run_before(const struct conversion *c, const struct node *use)
{
    const struct function *entry = c->module->entry, *writer = use->within;
    bool *functions = ARENA_ARRAY(c->arena, bool, c->source->n_functions + 1);
    for (const struct node *n = entry != NULL ? entry->body : NULL; n != NULL;
         n = node_after(n, entry->body))
    {
        bool is_before = writer != entry || n->begin < use->begin;
        if (n->kind == NODE_CALL && n->function != NULL && is_before) {
            functions[n->function->id] = true;
        }
    }
    add_callees(c->source, functions);
    return functions;
}

/* Is it tested where this import may find another value than the next: before the write with
 * the target USE? */
static bool
is_tested_before(const struct conversion *c, const struct node *use)
{
    const bool *before = run_before(c, use);
    for (size_t i = 0; i < use->variable->n_uses; i++) {
        const struct node *other = use->variable->uses[i];
        const struct function *within = other->within;
        bool is_same_function = within == use->within;
        if (other != use && within != NULL
            && (is_same_function ? other->begin < use->begin : before[within->id]))
        {
            return true;
        }
    }
    return false;
}

enum { MAX_LOADER_DEPTH = 8 };

/* Does FUNCTION run only when the loader calls a constructor, before there is a module? */
static bool
runs_by_loader(const struct function *function, int depth)
{
    if (function == NULL || depth == 0) {
        return false;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *callee = node_outer(function->uses[i]), *call = callee->parent;
        if (call == NULL || call->kind != NODE_CALL || call->first != callee
            || !runs_by_loader(call->within, depth - 1))
        {
            return false;
        }
    }
    return function->n_uses > 0 ? function->is_static
                                : string_equal(function->loader_attribute, "constructor");
}

/* Do only such functions write VARIABLE?  Static ones count as dead code, whose writes are not
 * among WRITES. */
static bool
is_set_by_loader(const struct conversion *c, const struct variable *variable,
                 const struct writes *writes)
{
    for (size_t i = 0; i < writes->n_items; i++) {
        if (!runs_by_loader(writes->items[i]->within, MAX_LOADER_DEPTH)) {
            return false;
        }
    }
    bool is_seen = writes->n_items > 0;
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct function *within = variable->uses[i]->within;
        if (within != NULL && function_is_dead(c->extension, within)) {
            is_seen = true;
            if (!runs_by_loader(within, MAX_LOADER_DEPTH)) {
                return false;
            }
        }
    }
    return is_seen;
}

bool
is_process_constant(const struct conversion *c, const struct variable *variable)
{
    const struct type *type = variable->type;
    const struct type *element =
        type != NULL && type->kind == TYPE_ARRAY ? type->target : type;
    if (element == NULL || (element->kind != TYPE_INTEGER && element->kind != TYPE_FLOAT)) {
        return false;
    }
    struct writes writes = variable_writes(c->extension, variable);
    if (hidden_write(c->extension, variable) != NULL || is_address_kept(variable)
        || inactive_code_writes(c, variable))
    {
        return false;
    }
    if (is_set_by_loader(c, variable, &writes)) {
        return true;
    }
    if (writes.n_items != 1 || variable_is_given_object(variable, &writes)
        || !variable_is_set_once(c->extension, variable, &writes))
    {
        return false;
    }
    const struct node *use = writes.items[0], *value = write_value(use);
    return value != NULL && asks_nothing_static(value) && gives_each_once(use, value)
           && function_runs_only_at_import(c->extension, use->within)
           && !is_tested_before(c, use);
}
