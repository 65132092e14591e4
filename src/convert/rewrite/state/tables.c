/* Tables in functions that hold addresses of what moves are no longer static. */
#include "convert/rewrite/state/tables.h"

#include "convert/rewrite/changes.h"

/* Where the statement begins that declares the local VARIABLE. */
static uint32_t
statement_begin(const struct variable *variable)
{
    const struct declaration *d = variable_declaration(variable);
    const struct node *body = variable->owner->body;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        if (n->kind == NODE_VARIABLE && n->variable == variable && n->parent != NULL
            && n->parent->begin < d->begin)
        {
            return n->parent->begin;
        }
    }
    return d->begin;
}

/* `static` goes from the declarations of tables inside of functions. */
void
edit_tables(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (!plan_of_variable(c, variable)->is_automatic) {
            continue;
        }
        const struct declaration *d = variable_declaration(variable);
        const struct source_file *file = d->file;
        for (size_t k = token_at(file, statement_begin(variable));
             k < file->n_tokens && file->tokens[k].begin < d->name; k++)
        {
            if (token_is(file, k, "static")) {
                change_cover(c, file, file->tokens[k].begin,
                             file->tokens[token_after(file, k)].begin, "",
                             "its values are those of one module");
            }
        }
    }
}
