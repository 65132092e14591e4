/* The module object in the function that made it: what tests for it, owns it or gives it
 * up goes, since exec is handed the module. */
#include "convert/rewrite/init/init_module.h"

#include "convert/facts/nodes.h"
#include "convert/facts/places.h"
#include "convert/plan/state_receivers.h"
#include "convert/rewrite/changes.h"

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
remove_statement(struct conversion *c, const struct node *node, const char *reason)
{
    uint32_t end = after_semicolon(node->file, node->end);
    if (is_removable(node)) {
        remove_text(c, node->file, node->begin, end, reason);
    }
    else {
        change_cover(c, node->file, node->begin, end, "{ }", reason);
    }
}

/* Drop the declarator of the module's variable out of a declaration of several. */
static void
remove_declarator(struct conversion *c, const struct node *variable)
{
    const struct source_file *file = variable->file;
    size_t name = token_at(file, variable->variable->declarations[0].name);
    size_t before = token_before(file, name), after = token_after(file, name);

    while (before < file->n_tokens && token_is(file, before, "*")) {
        before = token_before(file, before);
    }
    while (after < file->n_tokens && !token_is(file, after, ",")
           && !token_is(file, after, ";"))
    {
        if (token_is(file, after, "(") || token_is(file, after, "{")) {
            after = token_closing(file, after);
        }
        after = token_after(file, after);
    }
    if (after >= file->n_tokens || before >= file->n_tokens) {
        refuse_at(c, rule, variable, variable->variable->name,
                  "the declaration of '%s' is not understood",
                  variable->variable->name);
        return;
    }
    uint32_t begin, end;
    if (token_is(file, before, ",")) {
        begin = file->tokens[before].begin;
        end = file->tokens[after].begin;
    }
    else {
        begin = file->tokens[token_after(file, before)].begin;
        end = file->tokens[token_after(file, after)].begin;
    }
    change_cover(c, file, begin, end, "", "exec is handed the module");
}

void
edit_module_declaration(struct conversion *c, const struct node *declarations)
{
    if (node_n_children(declarations) == 1) {
        remove_statement(c, declarations, "exec is handed the module");
        return;
    }
    for (const struct node *n = declarations->first; n != NULL; n = n->next) {
        if (n->variable == c->module_variable) {
            remove_declarator(c, n);
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
    const struct source_file *file = node->file;
    size_t i = token_at(file, node->begin);
    size_t open = token_after(file, i), name = open;
    bool is_drop = false;

    for (size_t k = 0; k < ARRAY_LENGTH(names); k++) {
        is_drop |= token_is(file, i, names[k]);
    }
    if (!is_drop || !token_is(file, open, "(")) {
        return false;
    }
    size_t close = token_closing(file, open);
    for (size_t k = token_after(file, open); k < close && k < file->n_tokens;
         k = token_after(file, k))
    {
        name = k;
    }
    const char *module =
        function == c->setup
            ? (c->module_variable != NULL ? c->module_variable->name : "")
            : module_name_in(c, function);
    return token_is(file, name, module);
}

void
edit_drop(struct conversion *c, const struct node *node)
{
    const struct source_file *file = node->file;
    size_t open = token_after(file, token_at(file, node->begin));
    uint32_t end = after_semicolon(file, file->tokens[token_closing(file, open)].end);
    if (is_removable(node)) {
        remove_text(c, file, node->begin, end, "the module is the interpreter's");
    }
    else if (node->parent != NULL && node->parent->kind == NODE_LABEL) {
        change_cover(c, file, node->begin, end, ";", "the module is the interpreter's");
    }
    else {
        change_cover(c, file, node->begin, end, "{ }",
                     "the module is the interpreter's");
    }
}

/* Other functions of initialisation gave up the module object on failure. */
void
edit_drops(struct conversion *c, const struct function *function,
           const struct node *parent)
{
    for (const struct node *n = parent->first; n != NULL; n = n->next) {
        if ((n->kind == NODE_CALL || n->kind == NODE_DO)
            && drops_module(c, function, n)) {
            edit_drop(c, n);
        }
        else {
            edit_drops(c, function, n);
        }
    }
}
