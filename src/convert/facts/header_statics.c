#include "convert/facts/header_statics.h"

#include "extension/writes.h"

bool
has_copies(const struct conversion *c, const struct variable *variable)
{
    const struct declaration *place = variable_declaration(variable);
    size_t n = 0;
    if (variable_declaration(c->module->variable)->file->n_mains > 1) {
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

bool
can_join_copies(const struct conversion *c, const struct variable *variable)
{
    struct writes writes = variable_writes(c->extension, variable);
    for (size_t i = 0; i < writes.n_items; i++) {
        if (!function_runs_only_at_import(c->extension, writes.items[i]->within)
            && !is_asked_before(writes.items[i]))
        {
            return false;
        }
    }
    return true;
}
