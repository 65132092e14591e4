/* Macros that return out of the function that made the module: INITERROR;
 * ADD_TYPE(m, …).  What is nothing but a return gives way to one; in others the return
 * itself is changed, where it is defined. */
#include "convert/rewrite/init/init_macros.h"

#include <string.h>

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

/* `Py_XDECREF(x);` right in front of token I of the macro's body, where x is one of its
 * parameters or the module: exec does not own it. */
static void
remove_drop(struct conversion *c, const struct macro *macro, size_t i)
{
    const struct source_file *file = macro->file;
    size_t semicolon = token_before(file, i);
    size_t close =
        semicolon < file->n_tokens ? token_before(file, semicolon) : semicolon;
    size_t name = close < file->n_tokens ? token_before(file, close) : close;
    size_t open = name < file->n_tokens ? token_before(file, name) : name;
    size_t callee = open < file->n_tokens ? token_before(file, open) : open;

    if (callee >= file->n_tokens || file->tokens[callee].begin < macro->body
        || !token_is(file, semicolon, ";") || !token_is(file, close, ")")
        || !token_is(file, open, "(")
        || (!token_is(file, callee, "Py_DECREF")
            && !token_is(file, callee, "Py_XDECREF")))
    {
        return;
    }
    bool is_module = token_is(file, name, c->module);
    size_t first = token_after(file, source_token(file, macro->begin));
    size_t last = macro->function_like ? token_closing(file, first) : first;
    const char *word = token_text(c, file, name);
    for (size_t k = first; macro->function_like && k < last && k < file->n_tokens; k++)
    {
        is_module |= token_is(file, k, word);
    }
    if (is_module) {
        change_cover(c, file, file->tokens[callee].begin, file->tokens[i].begin, "",
                     "the module is the interpreter's");
    }
}

void
edit_return_in_macro(struct conversion *c, const struct node *node, const char *result)
{
    const struct macro *macro =
        node->macro_file != NULL ? macro_around(c, node->macro_file, node->macro_offset)
                                 : NULL;
    if (macro == NULL
        || !token_is(macro->file, token_at(macro->file, node->macro_offset), "return"))
    {
        refuse_at(c, "init-not-converted", node, c->setup->name,
                  "a macro returns from '%s' here in a way that is not understood",
                  c->setup->name);
        return;
    }
    const struct function *other = other_user(c, macro->file, node->macro_offset);
    if (other != NULL) {
        refuse_at(
            c, "init-not-converted", node, c->setup->name,
            "the macro '%s' returns from '%s' here, and from '%s', which does not "
            "answer 0 or -1",
            macro->name, c->setup->name, other->name);
        return;
    }
    const struct source_file *file = macro->file;
    size_t first = token_at(file, node->macro_offset), last = first;
    for (size_t i = first; i < file->n_tokens && file->tokens[i].begin < macro->end
                           && !token_is(file, i, ";") && !token_is(file, i, "}");
         i++)
    {
        last = i;
    }
    remove_drop(c, macro, first);
    change_cover(c, file, file->tokens[first].begin, file->tokens[last].end,
                 TEXT(c, "return %s", result), "exec returns 0 or -1");
}
