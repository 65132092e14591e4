/* The module object in the init function: code that checks, owns or releases it is
 * removed, because the exec function gets the module as an argument. */
#include "convert/rewrite/init/init_module.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/plan/state_receivers.h"
#include "convert/rewrite/changes.h"
#include "convert/text/places.h"
#include "model/extent.h"

static const char rule[] = "init-not-converted";

bool
names_module(const struct conversion *c, const struct node *node)
{
    node = node_bare(node);
    return node != NULL && node->kind == NODE_NAME && node->variable != NULL
           && node->variable == c->module_variable;
}

/* Is CONDITION a test that the module object is there: !m, m == NULL, and the like? */
bool
tests_module(const struct conversion *c, const struct node *condition)
{
    const struct node *bare = node_bare(condition);
    if (bare == NULL) {
        return false;
    }
    if (bare->kind == NODE_UNARY && bare->op == OP_NOT) {
        return names_module(c, bare->first);
    }
    if (bare->kind != NODE_BINARY || bare->op != OP_EQUAL) {
        return false;
    }
    const struct node *left = bare->first, *right = bare->first->next;
    return (names_module(c, left) && is_null(right))
           || (is_null(left) && names_module(c, right));
}

/* Is CONDITION true when the module object is there: m, m != NULL? */
bool
finds_module(const struct conversion *c, const struct node *condition)
{
    const struct node *bare = node_bare(condition);
    if (names_module(c, bare)) {
        return true;
    }
    if (bare == NULL || bare->kind != NODE_BINARY || bare->op != OP_NOT_EQUAL) {
        return false;
    }
    const struct node *left = bare->first, *right = bare->first->next;
    return (names_module(c, left) && is_null(right))
           || (is_null(left) && names_module(c, right));
}

/* Can NODE go without a statement in its place: in a block, or behind a label that is
 * followed by another statement? */
static bool
is_removable(const struct node *node)
{
    const struct node *parent = node->parent;
    if (parent == NULL) {
        return false;
    }
    return parent->kind == NODE_BLOCK || parent->kind == NODE_CASE
           || (parent->kind == NODE_LABEL && parent->next != NULL
               && parent->next->kind != NODE_DECLARATIONS);
}

/* Take the statement NODE away; where the grammar needs one, leave an empty one. */
void
remove_statement(struct rewriter *r, const struct node *node, const char *reason)
{
    uint32_t end = after_semicolon(node->file, node->end);
    if (is_removable(node)) {
        remove_text(r, node->file, node->begin, end, reason);
    }
    else {
        change_cover(r, node->file, node->begin, end, "{ }", reason);
    }
}

/* Drop the declarator of the module's variable out of a declaration of several. */
static void
remove_declarator(struct rewriter *r, const struct node *variable)
{
    const struct source_file *file = variable->file;
    struct declaration_extent extent;
    struct range item, next = {0, 0}, last = {0, 0};
    size_t i = 0;
    bool is_understood =
        declaration_extent(&variable->variable->declarations[0], &extent);

    for (; is_understood; i++) {
        is_understood = declaration_item(&extent, i, &item);
        if (is_understood && item.begin <= variable->variable->declarations[0].name
            && variable->variable->declarations[0].name < item.end)
        {
            break;
        }
        last = item;
    }
    if (!is_understood || (i == 0 && !declaration_item(&extent, 1, &next))) {
        refuse_at(r->late, rule, variable, variable->variable->name,
                  "unsupported declaration of '%s'", variable->variable->name);
        return;
    }
    uint32_t begin = i == 0 ? item.begin : last.end;
    change_cover(r, file, begin, i == 0 ? next.begin : item.end, "",
                 "the exec function gets the module");
}

void
edit_module_declaration(struct rewriter *r, const struct node *declarations)
{
    if (node_n_children(declarations) == 1) {
        remove_statement(r, declarations, "the exec function gets the module");
        return;
    }
    for (const struct node *n = declarations->first; n != NULL; n = n->next) {
        if (n->variable == r->plan->module_variable) {
            remove_declarator(r, n);
        }
    }
}

bool
declares_module(const struct conversion *c, const struct node *node)
{
    if (node->kind != NODE_DECLARATIONS || c->module_variable == NULL) {
        return false;
    }
    for (const struct node *n = node->first; n != NULL; n = n->next) {
        if (n->variable == c->module_variable) {
            return true;
        }
    }
    return false;
}

/* `Py_DECREF(module);` in FUNCTION, in any spelling: exec does not own the module. */
bool
drops_module(const struct conversion *c, const struct function *function,
             const struct node *node)
{
    static const char *const names[] = {"Py_DECREF", "Py_XDECREF", "Py_CLEAR"};
    const char *use = node_use(c->source, node);
    struct brackets arguments;
    bool is_drop = false;

    for (size_t k = 0; k < ARRAY_LENGTH(names); k++) {
        is_drop |= strcmp(use, names[k]) == 0;
    }
    if (!is_drop || !use_brackets(node->file, node->begin, &arguments)) {
        return false;
    }
    const char *module =
        function == c->setup
            ? (c->module_variable != NULL ? c->module_variable->name : "")
            : module_name_in(c, function);
    struct range given = brackets_content(&arguments);
    for (const struct node *n = node; n != NULL; n = node_after(n, node)) {
        if (n->kind == NODE_NAME && n->origin == ORIGIN_ARGUMENT && n->end == given.end)
        {
            return node_text_is(n, module);
        }
    }
    const struct node *argument = call_argument(node, 0);
    return argument != NULL && node_text_is(node_bare(argument), module);
}

void
edit_drop(struct rewriter *r, const struct node *node)
{
    const struct source_file *file = node->file;
    struct brackets arguments;
    uint32_t end =
        use_brackets(file, node->begin, &arguments) ? arguments.close + 1 : node->end;
    end = after_semicolon(file, end);
    if (is_removable(node)) {
        remove_text(r, file, node->begin, end, "the interpreter owns the module");
    }
    else if (node->parent != NULL && node->parent->kind == NODE_LABEL) {
        change_cover(r, file, node->begin, end, ";", "the interpreter owns the module");
    }
    else {
        change_cover(r, file, node->begin, end, "{ }",
                     "the interpreter owns the module");
    }
}

/* Other functions of initialisation gave up the module object on failure. */
void
edit_drops(struct rewriter *r, const struct function *function,
           const struct node *parent)
{
    for (const struct node *n = parent->first; n != NULL; n = n->next) {
        if ((n->kind == NODE_CALL || n->kind == NODE_DO)
            && drops_module(r->plan, function, n)) {
            edit_drop(r, n);
        }
        else {
            edit_drops(r, function, n);
        }
    }
}
