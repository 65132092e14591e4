/* `#define CHECK(x) if (!(x)) { Py_DECREF(m); return NULL; }`: the interpreter owns the module
 * that exec gets, so that the release goes, where the macro has it. */
#include "convert/plan/macro_releases.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/init_module.h"
#include "convert/plan/init_steps.h"
#include "convert/plan/module.h"
#include "extension/expression.h"
#include "extension/units.h"

/* Does a step replace NODE, or all that the macro makes of its use? */
static bool
is_planned(const struct conversion *c, const struct node *node)
{
    const struct init_step *step;
    for (size_t i = 0; (step = init_step_at(c, i)) != NULL; i++) {
        if (step->file == node->file && step->range.begin <= node->begin
            && step->range.end >= node->end)
        {
            return true;
        }
    }
    return false;
}

/* The only macro of the project that is called NAME; NULL: none is, or several are. */
static const struct macro *
only_macro(const struct conversion *c, const char *name)
{
    const struct macro *found = NULL;
    for (size_t i = 0; i < c->source->n_macros; i++) {
        const struct macro *macro = c->source->macros[i];
        if (strcmp(macro->name, name) == 0) {
            if (found != NULL) {
                return NULL;
            }
            found = macro;
        }
    }
    return found;
}

/* Has all that the import runs, and nothing else, what stands at OFFSET of the macro's FILE? */
static bool
is_of_import_only(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (function->body == NULL || function == c->init->setup
            || !shares_unit(function->file, file)
            || (plan_of_function(c, function)->is_init
                && plan_of_function(c, function)->module_parameter >= 0))
        {
            continue;
        }
        for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
            if (n->origin == ORIGIN_MACRO && n->macro_file == file && n->macro_offset == offset) {
                return false;
            }
        }
    }
    return true;
}

/* Is argument NUMBER of MACRO the module wherever it is used, and is it used where CALL is
 * only?  NAME is the module's. */
static bool
is_always_handed(const struct conversion *c, const struct macro *macro, size_t number,
                 const struct function *function, const char *name)
{
    for (size_t i = 0; i < c->source->n_expansions; i++) {
        const struct expansion *use = &c->source->expansions[i];
        struct brackets arguments;
        struct range given;
        if (use->macro != macro) {
            continue;
        }
        if (use->file != function->body->file || use->begin < function->body->begin
            || use->end > function->body->end || !use_brackets(use->file, use->begin, &arguments)
            || !brackets_item(&arguments, number, &given)
            || strcmp(text_of(c, use->file, given.begin, given.end), name) != 0)
        {
            return false;
        }
    }
    return true;
}

static const struct node *
name_of_module(const struct node *call, const struct variable *module)
{
    for (const struct node *n = call; n != NULL; n = node_after(n, call)) {
        if (n->kind == NODE_NAME && n->variable == module) {
            return n;
        }
    }
    return NULL;
}

/* Is the module, or NULL, what is released right in front of each return that stands at OFFSET
 * of the macro's FILE? */
static bool
returns_behind_module(const struct function *function, const struct variable *module,
                      const struct source_file *file, uint32_t offset)
{
    const struct node *body = function->body;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        if (n->kind != NODE_RETURN || n->origin != ORIGIN_MACRO || n->macro_file != file
            || n->macro_offset != offset)
        {
            continue;
        }
        const struct node *before = n->parent->first;
        while (before != n && before->next != n) {
            before = before->next;
        }
        const struct node *released =
            before->kind == NODE_CALL ? released_reference(before) : NULL;
        if (released == NULL || (node_variable(released) != module && !is_null(released))) {
            return false;
        }
    }
    return true;
}

/* The macro that has the release that NAME, of the module, is handed to, and its statement
 * there, up to the next word; NULL: it is not known. */
static const struct macro *
find_release(const struct conversion *c, const struct function *function,
             const struct node *call, const struct node *name, struct range *out)
{
    if (name->origin == ORIGIN_MACRO) {
        const struct macro *macro = node_macro(c->source, name);
        return macro != NULL && is_of_import_only(c, macro->file, name->macro_offset)
                       && macro_release_of(macro, name->macro_offset, out)
                   ? macro
                   : NULL;
    }
    struct brackets arguments;
    struct range parameter;
    const struct macro *macro = only_macro(c, node_use(c->source, call));
    if (macro == NULL || name->origin != ORIGIN_ARGUMENT
        || !use_brackets(call->file, call->begin, &arguments))
    {
        return NULL;
    }
    size_t number = brackets_number(&arguments, name->begin);
    return macro_parameter(macro, number, &parameter)
                   && is_always_handed(c, macro, number, function, name->variable->name)
                   && macro_release_by_name(macro, &parameter, out)
               ? macro
               : NULL;
}

/* The same where macros hand it on to the one that returns behind CALL. */
static const struct macro *
find_release_before_return(const struct conversion *c, const struct function *function,
                           const struct node *call, const struct variable *module,
                           struct range *out)
{
    const struct node *leaving = call->next;
    const struct macro *macro =
        leaving != NULL && leaving->kind == NODE_RETURN && leaving->origin == ORIGIN_MACRO
            ? node_macro(c->source, leaving)
            : NULL;
    return macro != NULL && is_of_import_only(c, macro->file, leaving->macro_offset)
                   && returns_behind_module(function, module, macro->file,
                                            leaving->macro_offset)
                   && macro_release_before(macro, leaving->macro_offset, out)
               ? macro
               : NULL;
}

void
plan_macro_releases(struct conversion *c, const struct function *function,
                    const struct variable *module)
{
    const struct node *body = function->body;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        const struct node *released = n->kind == NODE_CALL ? released_reference(n) : NULL;
        if (released == NULL || node_variable(released) != module || n->origin != ORIGIN_MACRO
            || drops_module(c, function, n) || is_planned(c, n))
        {
            continue;
        }
        struct range range;
        const struct node *name = name_of_module(n, module);
        const struct macro *macro =
            name != NULL ? find_release(c, function, n, name, &range) : NULL;
        if (macro == NULL) {
            macro = find_release_before_return(c, function, n, module, &range);
        }
        if (macro == NULL) {
            refuse_at(c, "init-not-converted", n, function->name,
                      "the macro '%s' releases the module in '%s', and the exec function does "
                      "not own it; write the release out",
                      node_use(c->source, n), function->name);
            return;
        }
        add_init_step(c, (struct init_step){.kind = INIT_CUTS,
                                            .file = macro->file,
                                            .range = range,
                                            .text = "",
                                            .reason = "the interpreter owns the module"});
    }
}
