#include "convert/facts/missing_module.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "extension/expression.h"

bool
is_before_creation(struct made_module made, const struct node *node)
{
    const struct variable *variable = made.variable;
    const struct node *create = made.create;
    if (variable == NULL || create == NULL || create->file != node->file
        || node->begin >= create->begin || !is_null(node_bare(variable->initial)))
    {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if ((use->is_written || use->is_address_taken) && use->begin < node->begin) {
            return false;
        }
    }
    return true;
}

/* The statement that runs behind NODE, if that does not leave; NULL: the function ends. */
static const struct node *
statement_behind(const struct node *node)
{
    for (; node != NULL; node = node->parent) {
        bool is_in_list = node->parent != NULL
                          && (node->parent->kind == NODE_BLOCK || node->parent->kind == NODE_LABEL);
        if (is_in_list && node->next != NULL) {
            return node->next;
        }
    }
    return NULL;
}

static const struct node *
label_named(const struct node *body, const char *name)
{
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        if (n->kind == NODE_LABEL && strcmp(n->text, name) == 0) {
            return n;
        }
    }
    return NULL;
}

/* Does control, from the statement NODE of SETUP on, come to a return of VARIABLE, as far as no
 * condition sends it elsewhere? */
static bool
comes_to_return(const struct function *setup, const struct variable *variable,
                const struct node *node)
{
    enum { MAX_STATEMENTS = 256 };
    for (int i = 0; node != NULL && i < MAX_STATEMENTS; i++) {
        switch (node->kind) {
        case NODE_RETURN:
            return node->first != NULL && node_variable(node->first) == variable;
        case NODE_GOTO:
            node = label_named(setup->body, node->text);
            break;
        case NODE_BLOCK:
        case NODE_LABEL:
            node = node->first != NULL ? node->first : statement_behind(node);
            break;
        default:
            node = statement_behind(node);
            break;
        }
    }
    return false;
}

/* Is NODE `Py_CLEAR(VARIABLE)`? */
static bool
clears(const struct source *source, const struct node *node, const struct variable *variable)
{
    if (strcmp(node_use(source, node), "Py_CLEAR") != 0) {
        return false;
    }
    for (const struct node *n = node; n != NULL; n = node_after(n, node)) {
        if (n->origin == ORIGIN_ARGUMENT && node_variable(n) == variable) {
            return true;
        }
    }
    return false;
}

bool
returns_missing_module(const struct source *source, const struct function *setup,
                       struct made_module made)
{
    const struct variable *variable = made.variable;
    for (const struct node *n = setup->body; n != NULL; n = node_after(n, setup->body)) {
        if ((clears(source, n, variable)
             && comes_to_return(setup, variable, statement_behind(n)))
            || (n->kind == NODE_GOTO && is_before_creation(made, n)
                && comes_to_return(setup, variable, n)))
        {
            return true;
        }
    }
    return false;
}
