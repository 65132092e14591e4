/* The module object in the init function: code that checks, owns or releases it goes,
 * because the exec function gets the module as an argument. */
#include "convert/plan/init_module.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/init_steps.h"
#include "convert/plan/module.h"
#include "extension/expression.h"
#include "model/extent.h"

static const char rule[] = "init-not-converted";

/* Does VARIABLE begin as the module that OTHER holds, and is it never another one? */
static bool
is_alias_of_module(const struct variable *variable, const struct variable *other)
{
    const struct node *initial =
        variable->storage == STORAGE_AUTOMATIC ? node_bare(variable->initial) : NULL;
    return initial != NULL && initial->kind == NODE_NAME && initial->variable == other
           && !is_reassigned(variable);
}

bool
names_module(const struct conversion *c, const struct node *node)
{
    const struct variable *module = c->init->module_variable;
    node = node_bare(node);
    return node != NULL && node->kind == NODE_NAME && node->variable != NULL && module != NULL
           && (node->variable == module || is_alias_of_module(node->variable, module));
}

const struct node *
asked_condition(const struct node *condition)
{
    const struct node *node = node_bare(condition);
    if (node == NULL || node->kind != NODE_CALL || strcmp(call_name(node), "__builtin_expect") != 0) {
        return node;
    }
    node = node_bare(call_argument(node, 0));
    for (int i = 0; i < 2 && node->kind == NODE_UNARY && node->op == OP_NOT
                    && node->origin == ORIGIN_MACRO;
         i++)
    {
        node = node_bare(node->first);
    }
    return node;
}

/* Is CONDITION a test that the module object is there: !m, m == NULL, and the like? */
bool
tests_module(const struct conversion *c, const struct node *condition)
{
    const struct node *bare = asked_condition(condition);
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
    const struct node *bare = asked_condition(condition);
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

bool
declares_module(const struct conversion *c, const struct node *node)
{
    if (node->kind != NODE_DECLARATIONS || c->init->module_variable == NULL) {
        return false;
    }
    for (const struct node *n = node->first; n != NULL; n = n->next) {
        if (n->variable == c->init->module_variable) {
            return true;
        }
    }
    return false;
}

/* The variable that holds the module in FUNCTION, which runs at import; NULL: none does. */
static const struct variable *
module_variable_in(const struct conversion *c, const struct function *function)
{
    if (function == c->init->setup) {
        return c->init->module_variable;
    }
    int parameter = plan_of_function(c, function)->module_parameter;
    return parameter >= 0 ? function->parameters[parameter] : NULL;
}

/* Does FUNCTION do nothing but release what it is given? */
static bool
only_releases(const struct function *function)
{
    size_t n_released = 0;
    if (function->body == NULL || function->n_parameters != 1 || function->n_calls == 0
        || function->type->target == NULL || function->type->target->kind != TYPE_VOID)
    {
        return false;
    }
    for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
        const struct node *released = n->kind == NODE_CALL ? released_reference(n) : NULL;
        bool is_other = n->kind == NODE_NAME && n->variable != function->parameters[0]
                        && n->function == NULL;
        if (is_other || (n->kind == NODE_CALL && released == NULL)) {
            return false;
        }
        n_released += released != NULL;
    }
    return n_released == 1;
}

/* Is it the call of such a function, which other objects are handed to, too?  Where it gets the
 * module only, the release in it goes. */
static bool
drops_by_helper(const struct conversion *c, const struct node *node)
{
    return node->kind == NODE_CALL && node->origin == ORIGIN_FILE && node->function != NULL
           && is_whole_statement(node) && only_releases(node->function)
           && plan_of_function(c, node->function)->module_parameter < 0;
}

/* `Py_DECREF(module);` in FUNCTION, in any spelling: exec does not own the module. */
bool
drops_module(const struct conversion *c, const struct function *function,
             const struct node *node)
{
    static const char *const names[] = {"Py_DECREF", "Py_XDECREF", "Py_CLEAR", "Py_DecRef"};
    const char *use = node_use(c->source, node);
    struct brackets arguments;
    bool is_drop = false;

    for (size_t k = 0; k < ARRAY_LENGTH(names); k++) {
        is_drop |= strcmp(use, names[k]) == 0;
    }
    is_drop |= drops_by_helper(c, node);
    if (!is_drop || !use_brackets(node->file, node->begin, &arguments)) {
        return false;
    }
    const struct variable *module = module_variable_in(c, function);
    if (module == NULL) {
        return false;
    }
    struct range given = brackets_content(&arguments);
    for (const struct node *n = node; n != NULL; n = node_after(n, node)) {
        if (n->kind == NODE_NAME && n->origin == ORIGIN_ARGUMENT && n->end == given.end)
        {
            return n->variable == module;
        }
    }
    const struct node *argument = call_argument(node, 0);
    return argument != NULL && node_variable(argument) == module;
}

/* NODE goes, up to END; where the grammar needs a statement, TEXT
 * is left. */
static void
add_removal(struct conversion *c, const struct node *node, uint32_t end,
            const char *text, const char *reason)
{
    bool leaves_nothing = is_removable(node);
    add_init_step(c, (struct init_step){
                         .kind = leaves_nothing ? INIT_REMOVES : INIT_LEAVES_TEXT,
                         .node = node,
                         .file = node->file,
                         .range = {node->begin, end},
                         .text = leaves_nothing ? "" : text,
                         .reason = reason});
}

void
plan_removal(struct conversion *c, const struct node *node, const char *reason)
{
    add_removal(c, node, after_semicolon(node->file, node->end), "{ }", reason);
}

/* Only the declarator of the module's variable goes, out of a declaration of several. */
static void
plan_declarator(struct conversion *c, const struct node *variable)
{
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
        refuse_at(c, rule, variable, variable->variable->name,
                  "unsupported declaration of '%s'", variable->variable->name);
        return;
    }
    add_init_step(c, (struct init_step){
                         .kind = INIT_CUTS,
                         .node = variable,
                         .file = variable->file,
                         .range = {i == 0 ? item.begin : last.end,
                                   i == 0 ? next.begin : item.end},
                         .text = "",
                         .reason = "the exec function gets the module"});
}

void
plan_module_declaration(struct conversion *c, const struct node *declarations)
{
    if (node_n_children(declarations) == 1) {
        plan_removal(c, declarations, "the exec function gets the module");
        return;
    }
    for (const struct node *n = declarations->first; n != NULL; n = n->next) {
        if (n->variable == c->init->module_variable) {
            plan_declarator(c, n);
        }
    }
}

void
plan_drop(struct conversion *c, const struct node *node)
{
    const struct source_file *file = node->file;
    struct brackets arguments;
    bool is_labelled = node->parent != NULL && node->parent->kind == NODE_LABEL;
    uint32_t end =
        use_brackets(file, node->begin, &arguments) ? arguments.close + 1 : node->end;
    add_removal(c, node, after_semicolon(file, end), is_labelled ? ";" : "{ }",
                "the interpreter owns the module");
}
