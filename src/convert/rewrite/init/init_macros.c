/* Macros that return out of the function that made the module: INITERROR;
 * ADD_TYPE(m, …).  What is nothing but a return gives way to one; in others the return
 * itself is changed, where it is defined. */
#include "convert/rewrite/init/init_macros.h"

#include <string.h>

#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/modules.h"
#include "convert/rewrite/changes.h"

/* The whole of the macro use that NODE comes from. */
static const struct node *
use_around(const struct node *node)
{
    const struct node *top = node;
    while (top->parent != NULL && top->parent->origin == ORIGIN_MACRO
           && top->parent->file == node->file && top->parent->begin == node->begin)
    {
        top = top->parent;
    }
    return top;
}

static bool
is_drop_call(const struct node *node)
{
    const char *name = node->kind == NODE_CALL ? call_name(node) : "";
    return strcmp(name, "Py_DECREF") == 0 || strcmp(name, "Py_XDECREF") == 0;
}

/* Does NODE, made by a macro, do nothing but return? */
static bool
only_returns(const struct node *node)
{
    switch (node->kind) {
    case NODE_RETURN:
        return true;
    case NODE_DO:
    case NODE_BLOCK:
        for (const struct node *n = node->first; n != NULL; n = n->next) {
            if (n->kind == NODE_RETURN || n->kind == NODE_BLOCK) {
                return only_returns(n);
            }
            if (!is_drop_call(n) && n->kind != NODE_EMPTY) {
                return false;
            }
        }
        return false;
    default:
        return false;
    }
}

bool
is_only_return(const struct node *node)
{
    return only_returns(use_around(node));
}

static const struct macro *
macro_around(const struct conversion *c, const struct source_file *file,
             uint32_t offset)
{
    for (size_t i = 0; i < c->source->n_macros; i++) {
        const struct macro *macro = c->source->macros[i];
        if (macro->file == file && macro->body <= offset && offset < macro->end) {
            return macro;
        }
    }
    return NULL;
}

static bool
makes_a_module(const struct conversion *c, const struct function *function)
{
    for (size_t i = 0; i < c->n_seeds; i++) {
        if (c->seeds[i].setup == function && !c->seeds[i].is_multi_phase) {
            return true;
        }
    }
    return false;
}

/* Another function than those that make modules, which has the return at OFFSET of
 * FILE in its body; NULL if there is none. */
static const struct function *
other_user(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (function->body == NULL || makes_a_module(c, function)) {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            if (n->kind == NODE_RETURN && n->origin == ORIGIN_MACRO
                && n->macro_file == file && n->macro_offset == offset)
            {
                return function;
            }
        }
    }
    return NULL;
}

/* `Py_XDECREF(x);` right in front of OFFSET of the macro's body, where x is one of its
 * parameters or the module: exec does not own it. */
static void
remove_drop(struct rewriter *r, const struct macro *macro, uint32_t offset)
{
    const struct source_file *file = macro->file;
    struct range dropped;
    uint32_t begin;

    if (!macro_drop_before(macro, offset, &begin, &dropped)) {
        return;
    }
    bool is_module =
        strcmp(text_of(r->plan, file, dropped.begin, dropped.end), r->plan->module) == 0
        || macro_parameter_number(macro, file, dropped.begin, dropped.end) >= 0;
    if (is_module) {
        change_cover(r, file, begin, offset, "", "the interpreter owns the module");
    }
}

void
edit_return_in_macro(struct rewriter *r, const struct node *node, const char *result)
{
    const struct macro *macro =
        node->macro_file != NULL
            ? macro_around(r->plan, node->macro_file, node->macro_offset)
            : NULL;
    struct range statement;
    if (macro == NULL || !macro_return(macro, node->macro_offset, &statement)) {
        refuse_at(r->late, "init-not-converted", node, r->plan->setup->name,
                  "an unsupported macro returns from '%s' here", r->plan->setup->name);
        return;
    }
    const struct function *other = other_user(r->plan, macro->file, node->macro_offset);
    if (other != NULL) {
        refuse_at(r->late, "init-not-converted", node, r->plan->setup->name,
                  "the macro '%s' returns from '%s' here, and also from '%s', which "
                  "does not return 0 or -1",
                  macro->name, r->plan->setup->name, other->name);
        return;
    }
    remove_drop(r, macro, statement.begin);
    change_cover(r, macro->file, statement.begin, statement.end,
                 TEXT(r, "return %s", result), "the exec function returns 0 or -1");
}
