#include "convert/facts/header_statics.h"

#include "convert/facts/cxx.h"
#include "convert/facts/nodes.h"
#include "extension/expression.h"
#include "extension/writes.h"

/* Is VARIABLE a local of an inline function that C++ has once, however many files define it? */
static bool
is_of_shared_function(const struct conversion *c, const struct variable *variable)
{
    return c->language->is_cxx && variable->owner != NULL && variable->owner->is_external;
}

bool
has_copies(const struct conversion *c, const struct variable *variable)
{
    const struct declaration *place = variable_declaration(variable);
    size_t n = 0;
    if (variable_declaration(c->module->variable)->file->n_mains > 1
        || is_of_shared_function(c, variable))
    {
        return false;
    }
    for (size_t i = 0; variable->storage == STORAGE_STATIC && i < place->file->n_mains; i++) {
        n += c->module->units[place->file->mains[i]->id];
    }
    return n > 1;
}

/* Does an `if` or `?:` around WRITE ask for the variable itself? */
static bool
is_asked_before(const struct node *write)
{
    for (const struct node *at = write->parent; at != NULL; at = at->parent) {
        if (at->kind != NODE_IF && at->kind != NODE_CONDITIONAL) {
            continue;
        }
        for (const struct node *n = at->first; n != NULL; n = node_after(n, at->first)) {
            if (n != write && n->kind == NODE_NAME && n->variable == write->variable) {
                return true;
            }
        }
    }
    return false;
}

/* Does WRITE stand in m_clear or m_free? */
static bool
is_in_teardown(const struct conversion *c, const struct node *write)
{
    static const char *const hooks[] = {"m_clear", "m_free"};
    for (size_t i = 0; i < ARRAY_LENGTH(hooks); i++) {
        const struct initializer *item =
            variable_initializer(c->module->variable, hooks[i]);
        if (item != NULL && !item->is_zero && node_function(item->value) == write->within) {
            return true;
        }
    }
    return false;
}

/* What says which value WRITE gives: that of an assignment, or the whole expression. */
static const struct node *
given_by(const struct node *write)
{
    const struct node *node = node_outer(write);
    if (node->parent->kind == NODE_ASSIGN && node->parent->op == '=') {
        return node_bare(node->parent->first->next);
    }
    while (node->parent != NULL && node->parent->kind >= NODE_NAME) {
        node = node->parent;
    }
    return node;
}

/* Does a macro stand in what GIVEN says that not all units with VARIABLE have by one file? */
static bool
differs_by_unit(const struct node *given, const struct variable *variable)
{
    const struct source_file *file = variable_declaration(variable)->file;
    for (const struct node *n = given; n != NULL; n = node_after(n, given)) {
        if (n->origin == ORIGIN_MACRO && n->macro_file != NULL
            && n->macro_file->n_mains < file->n_mains)
        {
            return true;
        }
    }
    return false;
}

bool
can_join_copies(const struct conversion *c, const struct variable *variable)
{
    struct writes writes = variable_writes(c->extension, variable);
    const struct node *first = NULL;
    for (size_t i = 0; i < writes.n_items; i++) {
        const struct node *write = writes.items[i];
        if (is_in_teardown(c, write)) {
            continue;
        }
        const struct node *given = given_by(write);
        if ((!function_runs_only_at_import(c->extension, write->within)
             && !is_asked_before(write))
            || differs_by_unit(given, variable)
            || (first != NULL && !node_texts_match(first, given)))
        {
            return false;
        }
        first = given;
    }
    return true;
}
