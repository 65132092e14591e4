/* The body of the function that made the module: it goes on with the module that exec is
 * handed, and answers 0 or -1. */
#include "convert/rewrite/init/init_body.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/text/places.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/init/init_macros.h"
#include "convert/rewrite/init/init_module.h"
#include "convert/text/style.h"
#include "model/extent.h"

static const char rule[] = "init-not-converted";

/* --- returns --------------------------------------------------------------- */

/* What exec returns where the function returned VALUE; NULL if that is not known. */
static const char *
result_of(const struct conversion *c, const struct node *value)
{
    const struct node *bare = node_bare(value);
    if (bare == NULL || is_null(bare)) {
        return "-1";
    }
    if (names_module(c, bare) || is_inside(c->create, bare)) {
        return "0";
    }
    return NULL;
}

static void
edit_return(struct rewriter *r, const struct node *node)
{
    const struct source_file *file = node->file;
    const struct node *value = node_bare(node->first);

    if (value != NULL && value->kind == NODE_CONDITIONAL) {
        const char *one = result_of(r->plan, node_child(value, 1));
        const char *two = result_of(r->plan, node_child(value, 2));
        if (one != NULL && two != NULL && node->origin == ORIGIN_FILE) {
            const char *test =
                rendered(r, file, value->first->begin, value->first->end);
            change_cover(r, file, node->begin, node->end,
                         TEXT(r, "return %s ? %s : %s", test, one, two),
                         "the exec function returns 0 or -1");
            return;
        }
    }
    if (value != NULL && value->kind == NODE_CALL
        && string_starts(call_name(value), "PyErr_") && node->origin == ORIGIN_FILE)
    {
        const char *call = rendered(r, file, value->begin, value->end);
        const char *indent = indent_at(r->plan, file, node->begin);
        bool is_alone = node->parent != NULL && node->parent->kind == NODE_BLOCK;
        change_cover(r, file, node->begin, node->end,
                     is_alone ? TEXT(r, "%s;\n%sreturn -1", call, indent)
                              : TEXT(r, "return (void)%s, -1", call),
                     "the exec function returns 0 or -1");
        return;
    }
    const char *result = result_of(r->plan, node->first);
    if (result == NULL) {
        refuse_at(r->late, rule, node, r->plan->setup->name,
                  "'%s' returns a value other than the module or NULL here",
                  r->plan->setup->name);
        return;
    }
    uint32_t end = node->end;
    if (node->origin == ORIGIN_MACRO && !is_only_return(node)) {
        edit_return_in_macro(r, node, result);
        return;
    }
    if (node->origin != ORIGIN_FILE) {
        /* A macro that returns: INITERROR; or init_return(NULL); */
        struct brackets arguments;
        if (use_brackets(file, node->begin, &arguments)) {
            end = arguments.close + 1;
        }
    }
    change_cover(r, file, node->begin, end, TEXT(r, "return %s", result),
                 "the exec function returns 0 or -1");
}

/* --- statements ------------------------------------------------------------ */

static bool
edit_creation(struct rewriter *r, const struct node *node)
{
    if (!is_inside(r->plan->create, node) || node->kind == NODE_BLOCK) {
        return false;
    }
    if (node->kind == NODE_ASSIGN && names_module(r->plan, node->first)) {
        if (moving(r->plan, r->plan->module_variable) != NULL) {
            uint32_t end = after_semicolon(node->file, node->end);
            change_cover(r, node->file, node->begin, end,
                         TEXT(r, "Py_INCREF(%s);\n%s%s = %s;", r->plan->module,
                              indent_at(r->plan, node->file, node->begin),
                              field_access(r->plan, r->plan->module_variable),
                              r->plan->module),
                         "the exec function gets the module");
        }
        else {
            remove_statement(r, node, "the exec function gets the module");
        }
        return true;
    }
    if (node->kind == NODE_IF && is_inside(r->plan->create, node->first)
        && leaves(node_child(node, 1)) && node_child(node, 2) == NULL
        && moving(r->plan, r->plan->module_variable) == NULL)
    {
        remove_statement(r, node, "the exec function gets the module");
        return true;
    }
    return false;
}

/* `return module;` where the variable owns a reference, or is NULL. */
static void
edit_kept_return(struct rewriter *r, const struct node *node)
{
    const char *indent = indent_at(r->plan, node->file, node->begin);
    const char *unit = style_of(r->plan, node->file)->indent;
    const char *name = r->plan->module_variable->name;
    if (node->parent == NULL || node->parent->kind != NODE_BLOCK) {
        refuse_at(r->late, rule, node, r->plan->setup->name,
                  "the module is returned in a branch without braces");
        return;
    }
    change_cover(r, node->file, node->begin, node->end,
                 TEXT(r,
                      "if (%s == NULL) {\n%s%sreturn -1;\n%s}\n%sPy_DECREF(%s);\n"
                      "%sreturn 0",
                      name, indent, unit, indent, indent, name, indent),
                 "the exec function returns 0 or -1");
}

static void
edit_kept(struct rewriter *r, const struct node *node)
{
    if (node->kind == NODE_ASSIGN && node_bare(node->first->next) == r->plan->create
        && node->parent != NULL && node->parent->kind == NODE_BLOCK)
    {
        uint32_t end = after_semicolon(node->file, node->end);
        const char *name = r->plan->module_variable->name;
        change_cover(r, node->file, node->begin, end,
                     TEXT(r, "%s = %s;\n%sPy_INCREF(%s);", name, r->plan->module,
                          indent_at(r->plan, node->file, node->begin), name),
                     "the exec function gets the module");
        return;
    }
    if (is_inside(r->plan->create, node) && node->kind != NODE_BLOCK
        && node->kind != NODE_LABEL)
    {
        refuse_at(r->late, rule, node, r->plan->setup->name,
                  "the module is created inside an expression");
        return;
    }
    edit_statements(r, node);
}

static void
edit_statement(struct rewriter *r, const struct node *node)
{
    if (r->plan->keeps_variable && node->kind == NODE_RETURN
        && names_module(r->plan, node->first))
    {
        edit_kept_return(r, node);
        return;
    }
    if (r->plan->keeps_variable && node->kind != NODE_RETURN) {
        edit_kept(r, node);
        return;
    }
    if (declares_module(r->plan, node)) {
        edit_module_declaration(r, node);
        return;
    }
    if (edit_creation(r, node)) {
        return;
    }
    if (node->kind == NODE_IF
        && (tests_module(r->plan, node->first)
            || calls(node->first, "PyState_FindModule")
            || calls(node->first, "PyState_AddModule"))
        && leaves(node_child(node, 1)) && node_child(node, 2) == NULL)
    {
        remove_statement(r, node, "multi-phase initialisation stores no module");
        return;
    }
    if (node->kind == NODE_IF && node->begin < r->plan->create->begin
        && finds_module(r->plan, node->first))
    {
        /* It was there already: PyState_FindModule, or a static. */
        if (leaves(node_child(node, 1)) && node_child(node, 2) == NULL) {
            remove_statement(r, node, "multi-phase initialisation stores no module");
        }
        else {
            refuse_at(r->late, rule, node, r->plan->setup->name,
                      "unsupported handling of a module that already exists");
        }
        return;
    }
    if (node->kind == NODE_ASSIGN && names_module(r->plan, node->first)
        && calls(node, "PyState_FindModule"))
    {
        remove_statement(r, node, "multi-phase initialisation stores no module");
        return;
    }
    if (node->kind == NODE_CALL && strcmp(call_name(node), "PyState_AddModule") == 0) {
        remove_statement(r, node, "multi-phase initialisation stores no module");
        return;
    }
    if (node->kind == NODE_RETURN) {
        edit_return(r, node);
        return;
    }
    if ((node->kind == NODE_CALL || node->kind == NODE_DO || node->kind == NODE_OTHER)
        && drops_module(r->plan, r->plan->setup, node))
    {
        edit_drop(r, node);
        return;
    }
    edit_statements(r, node);
}

/* `m == NULL || x`: exec is handed a module, so that x alone is asked. */
static void
edit_condition(struct rewriter *r, const struct node *condition)
{
    const struct node *node = node_bare(condition);
    while (node != NULL && node->kind == NODE_BINARY && node->op == OP_OR) {
        const struct node *left = node->first, *right = node->first->next;
        if (tests_module(r->plan, left) && left->origin == ORIGIN_FILE
            && right->origin == ORIGIN_FILE
            && moving(r->plan, r->plan->module_variable) == NULL)
        {
            change_cover(r, left->file, left->begin, right->begin, "",
                         "the exec function gets the module");
            return;
        }
        node = left;
    }
}

void
edit_statements(struct rewriter *r, const struct node *parent)
{
    for (const struct node *n = parent->first; n != NULL; n = n->next) {
        if (parent->kind == NODE_IF && n == parent->first) {
            edit_condition(r, n);
            continue;
        }
        edit_statement(r, n);
    }
}
