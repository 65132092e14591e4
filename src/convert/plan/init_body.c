/* The body of the function that made the module: it goes on with the module that exec is
 * handed, and answers 0 or -1. */
#include "convert/plan/init_body.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/module_outcome.h"
#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/inactive_init.h"
#include "convert/plan/init_module.h"
#include "convert/plan/init_returns.h"
#include "convert/plan/init_steps.h"
#include "convert/plan/macro_releases.h"
#include "convert/plan/module.h"
#include "convert/plan/names.h"
#include "convert/plan/unchecked_results.h"
#include "convert/plan/unused_labels.h"
#include "convert/plan/variables.h"
#include "convert/text/comments.h"
#include "convert/text/style.h"
#include "extension/expression.h"
#include "model/extent.h"

static const char rule[] = "init-not-converted";
static const char gets_module[] = "the exec function gets the module";
static const char stores_no_module[] = "multi-phase initialisation stores no module";
static const char gives_no_reference[] = "the exec function returns 0 or -1";
static const char ends_import[] = "a failure of initialisation ends the import";

/* --- statements ------------------------------------------------------------ */

static void plan_statements(struct conversion *c, const struct node *parent);

/* The first call in ROOT that stores the module for PyState_FindModule, or finds it so. */
static const struct node *
state_call_in(const struct node *root)
{
    for (const struct node *n = root; n != NULL; n = node_after(n, root)) {
        if (n->kind == NODE_CALL
            && (strcmp(call_name(n), "PyState_AddModule") == 0
                || strcmp(call_name(n), "PyState_FindModule") == 0))
        {
            return n;
        }
    }
    return NULL;
}

/* The step KIND for the whole statement NODE, with its semicolon. */
static void
add_step(struct conversion *c, enum init_step_kind kind, const struct node *node)
{
    add_init_step(c, (struct init_step){.kind = kind,
                                        .node = node,
                                        .file = node->file,
                                        .range = {node->begin,
                                                  after_semicolon(node->file, node->end)},
                                        .reason = gets_module});
}

/* What fails in the call NODE, a whole statement, ends the import. */
static void
plan_check(struct conversion *c, const struct node *node)
{
    struct init_step step = {.kind = INIT_CHECKS,
                             .node = node,
                             .file = node->file,
                             .range = {node->begin,
                                       after_semicolon(node->file, node->end)},
                             .text = "",
                             .reason = ends_import};
    struct range comment;
    if (comment_on_line(node->file, step.range.end, &comment)) {
        step.text = TEXT(c, " %s", text_of(c, node->file, comment.begin, comment.end));
        step.range.end = comment.end;
    }
    add_init_step(c, step);
}

/* What fails in one of ADDITIONS, of which NODE is the first, does so, too. */
static void
plan_additions(struct conversion *c, const struct node *node, const struct additions *additions)
{
    add_init_step(c, (struct init_step){.kind = INIT_ASKS,
                                        .node = node,
                                        .file = node->file,
                                        .range = {additions->end, additions->end},
                                        .text = "",
                                        .reason = ends_import});
}

/* OPERAND of && or ||, OP, goes: exec runs on with what the others say. */
static bool
plan_cut(struct conversion *c, const struct node *operand, uint16_t op)
{
    const struct node *chain = operand->parent;
    if (chain == NULL || chain->kind != NODE_BINARY || chain->op != op
        || chain->first->origin != ORIGIN_FILE || operand->origin != ORIGIN_FILE
        || chain->first->next->origin != ORIGIN_FILE)
    {
        return false;
    }
    const struct node *left = chain->first, *right = chain->first->next;
    add_init_step(c, (struct init_step){
                         .kind = INIT_CUTS,
                         .node = operand,
                         .file = operand->file,
                         .range = {operand == left ? left->begin : left->end,
                                   operand == left ? right->begin : right->end},
                         .text = "",
                         .reason = gets_module});
    return true;
}

/* What asks whether the module could be made, around the call that makes it; *OUT_FAILS: is
 * it true where that failed? */
static const struct node *
creation_test(const struct conversion *c, bool *out_fails)
{
    const struct node *node = node_outer(c->module->create);
    if (node->parent->kind == NODE_ASSIGN && names_module(c, node->parent->first)) {
        node = node_outer(node->parent);
    }
    const struct node *parent = node->parent;
    bool is_compared = parent->kind == NODE_BINARY
                       && (parent->op == OP_EQUAL || parent->op == OP_NOT_EQUAL)
                       && is_null(node_bare(parent->first == node ? node->next : parent->first));
    bool is_negated = parent->kind == NODE_UNARY && parent->op == OP_NOT;
    *out_fails = is_negated || (is_compared && parent->op == OP_EQUAL);
    return is_negated || is_compared ? node_outer(parent) : node;
}

/* Is CONDITION, of an `if` that leaves, only the question whether the module was made? */
static bool
is_creation_test(const struct conversion *c, const struct node *condition)
{
    bool fails;
    return node_bare(creation_test(c, &fails)) == asked_condition(condition) && fails;
}

/* Does the function that made the module give up what its variable holds?  Otherwise the
 * variable needs no reference of its own. */
static bool
gives_up_variable(const struct conversion *c)
{
    const struct variable *variable = c->init->module_variable;
    const struct node *body = c->init->setup->body;
    for (const struct node *n = body; n != NULL && c->init->reassigns_variable;
         n = node_after(n, body))
    {
        if (drops_module(c, c->init->setup, n)) {
            return true;
        }
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = node_outer(variable->uses[i]);
        const struct node *user = use->parent;
        if (variable->uses[i]->within != c->init->setup || user == NULL) {
            continue;
        }
        if ((released_reference(user) != NULL && c->init->reassigns_variable)
            || (user->kind == NODE_UNARY && user->op == OP_ADDRESS)
            || (user->kind == NODE_ASSIGN && user->first != use))
        {
            return true;
        }
    }
    return false;
}

/* What stands for the new module where NODE, an expression, goes on with it. */
static const char *
given_module(const struct conversion *c, const struct node *node)
{
    enum { FIRST_WITH_NEW_REF = 0x030A0000 };
    const struct variable *variable = c->init->module_variable;
    const char *module = c->init->module;
    if (!c->init->keeps_variable) {
        return module;
    }
    const char *name = moving(c, variable) != NULL ? field_access(c, variable) : variable->name;
    bool is_enclosed = node->parent != NULL && node->parent->kind == NODE_PAREN;
    return !gives_up_variable(c) ? TEXT(c, "%s = %s", name, module)
           : c->options->floor >= FIRST_WITH_NEW_REF
               ? TEXT(c, "%s = Py_NewRef(%s)", name, module)
               : TEXT(c, is_enclosed ? "Py_INCREF(%s), %s = %s" : "(Py_INCREF(%s), %s = %s)",
                      module, name, module);
}

/* The creation, a part of an expression, gives way to the module; false: it cannot. */
static bool
plan_given_module(struct conversion *c)
{
    const struct node *node = node_outer(c->module->create), *assign = node->parent;
    if (assign != NULL && assign->kind == NODE_ASSIGN && names_module(c, assign->first)) {
        node = c->init->keeps_variable ? assign : node_outer(assign);
    }
    else if (c->init->module_variable != NULL) {
        return false;
    }
    if (node->origin != ORIGIN_FILE
        || (!c->init->keeps_variable && c->init->module_variable != NULL
            && moving(c, c->init->module_variable) != NULL))
    {
        return false;
    }
    add_init_step(c, (struct init_step){.kind = INIT_GIVES,
                                        .node = node,
                                        .file = node->file,
                                        .range = {node->begin, node->end},
                                        .text = given_module(c, node),
                                        .reason = gets_module});
    return true;
}

/* The call that makes the module stands in a condition with others: it alone goes. */
static void
plan_creation_operand(struct conversion *c)
{
    bool fails;
    const struct node *test = creation_test(c, &fails);
    if (moving(c, c->init->module_variable) != NULL) {
        return;
    }
    if (!plan_cut(c, test, fails ? OP_OR : OP_AND)
        && test->parent != NULL && test->parent->kind == NODE_IF)
    {
        (void)plan_given_module(c);
    }
}

static bool
plan_creation(struct conversion *c, const struct node *node)
{
    if (!is_inside(c->module->create, node) || node->kind == NODE_BLOCK) {
        return false;
    }
    bool is_field = moving(c, c->init->module_variable) != NULL;
    if (node->kind == NODE_ASSIGN && names_module(c, node->first)) {
        if (is_field) {
            add_step(c, INIT_STORES, node);
        }
        else {
            plan_removal(c, node, gets_module);
        }
        return true;
    }
    if (node->kind == NODE_IF && is_creation_test(c, node->first)
        && leaves(node_child(node, 1)) && node_child(node, 2) == NULL && !is_field)
    {
        plan_removal(c, node, gets_module);
        return true;
    }
    return false;
}

/* --- a variable that means other things, too -------------------------------- */

static void
add_kept(struct conversion *c, enum init_step_kind kind, const struct node *node,
         uint32_t begin, uint32_t end, const char *reason)
{
    add_init_step(c, (struct init_step){.kind = kind,
                                        .node = node,
                                        .file = node->file,
                                        .range = {begin, end},
                                        .reason = reason});
}

/* Is NODE all that the `if` PARENT does, with nothing but blanks behind its condition,
 * which ends at OUT_END? */
static bool
is_whole_branch(const struct node *parent, const struct node *node, uint32_t *out_end)
{
    struct brackets condition;
    if (parent->kind != NODE_IF || node != node_child(parent, 1)
        || !use_brackets(parent->file, parent->begin, &condition))
    {
        return false;
    }
    *out_end = condition.close + 1;
    const char *text = parent->file->text;
    return *out_end + strspn(text + *out_end, " \t\r\n") == node->begin;
}

/* `return module;` where the variable may be NULL. */
static void
plan_kept_return(struct conversion *c, const struct node *node)
{
    static const char reason[] = "the exec function returns 0 or -1";
    const struct node *parent = node->parent;
    uint32_t begin;
    if (parent != NULL && parent->kind == NODE_IF && node == node_child(parent, 1)
        && tests_module(c, parent->first))
    {
        add_init_step(c, (struct init_step){.kind = INIT_RETURNS,
                                            .node = node,
                                            .file = node->file,
                                            .range = {node->begin, node->end},
                                            .text = "-1",
                                            .reason = reason});
    }
    else if (!gives_up_variable(c)) {
        add_kept(c, INIT_RETURNS_LENT, node, node->begin, node->end, reason);
    }
    else if (parent != NULL && (parent->kind == NODE_BLOCK || parent->kind == NODE_LABEL)) {
        add_kept(c, INIT_RETURNS_KEPT, node, node->begin, node->end, reason);
    }
    else if (parent != NULL && is_whole_branch(parent, node, &begin)) {
        add_kept(c, INIT_RETURNS_BRACED, parent, begin,
                 after_semicolon(node->file, node->end), reason);
    }
    else {
        refuse_at(c, rule, node, c->init->setup->name,
                  "the module is returned in a branch without braces");
    }
}

/* `PyObject *module = PyModule_Create(&def);`, also among others: false if it is more than that. */
static bool
plan_kept_declaration(struct conversion *c, const struct node *node)
{
    const struct node *create = c->module->create;
    const struct node *variable = node->kind == NODE_DECLARATIONS ? node->first : NULL;
    struct brackets arguments;
    while (variable != NULL && variable->variable != c->init->module_variable) {
        variable = variable->next;
    }
    if (variable == NULL || create->file != node->file
        || node_outer(create)->parent != variable
        || !use_brackets(node->file, create->begin, &arguments))
    {
        return false;
    }
    bool is_lent = !gives_up_variable(c);
    bool is_alone = variable == node->first && variable->next == NULL;
    uint32_t end = after_semicolon(node->file, node->end);
    add_kept(c, is_lent || !is_alone ? INIT_DECLARES_LENT : INIT_DECLARES, node,
             node_outer(create)->begin, is_lent || !is_alone ? arguments.close + 1 : end,
             gets_module);
    if (!is_lent && !is_alone) {
        add_init_step(c, (struct init_step){
                             .kind = INIT_LEAVES_TEXT,
                             .node = node,
                             .file = node->file,
                             .range = {end, end},
                             .text = TEXT(c, "\n%sPy_INCREF(%s);",
                                          indent_at(c, node->file, node->begin),
                                          variable->variable->name),
                             .reason = gets_module});
    }
    return true;
}

/* The statement in which the module is made; false if it is another. */
static bool
plan_kept_creation(struct conversion *c, const struct node *node)
{
    const struct node *create = c->module->create;
    bool is_alone = node->parent != NULL && node->parent->kind == NODE_BLOCK;
    bool assigns = node->kind == NODE_ASSIGN && node_bare(node->first->next) == create;
    bool asks = node->kind == NODE_IF && is_creation_test(c, node->first)
                && leaves(node_child(node, 1)) && node_child(node, 2) == NULL;
    if (is_alone && (assigns || asks)) {
        add_step(c, gives_up_variable(c) ? INIT_KEEPS : INIT_LENDS, node);
        return true;
    }
    return plan_kept_declaration(c, node);
}

/* Is NODE the question behind the creation whether the module was made? */
static bool
asks_for_creation(const struct conversion *c, const struct node *node)
{
    const struct node *before = NULL;
    for (const struct node *n = node->parent != NULL ? node->parent->first : NULL;
         n != NULL && n != node; n = n->next)
    {
        bool is_other = n->kind == NODE_DECLARATIONS && !is_inside(c->module->create, n);
        before = is_other ? before : n;
    }
    return before != NULL && node->kind == NODE_IF && tests_module(c, node->first)
           && node_child(node, 2) == NULL
           && before->kind != NODE_BLOCK && is_inside(c->module->create, before);
}

/* Is NODE a statement that releases the module? */
static bool
is_drop(const struct conversion *c, const struct node *node)
{
    return (node->kind == NODE_CALL || node->kind == NODE_DO || node->kind == NODE_OTHER)
           && drops_module(c, c->init->setup, node);
}

/* Is STATEMENT Py_INCREF of the module, for the return behind it?  The field of the state has
 * a reference, and exec gives none. */
static bool
takes_for_return(const struct conversion *c, const struct node *statement)
{
    const struct node *taken =
        statement->kind == NODE_CALL ? taken_reference(statement) : NULL;
    if (taken == NULL || !names_module(c, taken)
        || moving(c, c->init->module_variable) == NULL)
    {
        return false;
    }
    while (statement->parent != NULL && statement->parent->kind == NODE_LABEL) {
        statement = statement->parent;
    }
    for (const struct node *n = statement->next; n != NULL; n = n->next) {
        if (n->kind == NODE_ASSIGN && names_module(c, n->first->next)) {
            return false; /* for what keeps it, too */
        }
        if (n->kind == NODE_RETURN) {
            return names_module(c, n->first);
        }
    }
    return false;
}

static void
plan_kept(struct conversion *c, const struct node *node)
{
    if (plan_kept_creation(c, node)) {
        return;
    }
    if (takes_for_return(c, node)) {
        plan_removal(c, node, gives_no_reference);
        return;
    }
    if (node->kind == NODE_IF && node->begin < c->module->create->begin
        && moving(c, c->init->module_variable) != NULL && finds_module(c, node->first)
        && leaves(node_child(node, 1)) && node_child(node, 2) == NULL)
    {
        plan_removal(c, node, stores_no_module); /* the state is a new one */
        return;
    }
    if (asks_for_creation(c, node)) {
        plan_removal(c, node, gets_module);
        return;
    }
    if (!c->init->reassigns_variable && is_drop(c, node)) {
        plan_drop(c, node);
        return;
    }
    if (is_inside(c->module->create, node) && node->kind != NODE_BLOCK
        && node->kind != NODE_LABEL && node->kind != NODE_IF && node->kind != NODE_DO)
    {
        refuse_at(c, rule, node, c->init->setup->name,
                  "the module is created inside an expression");
        return;
    }
    plan_statements(c, node);
}

/* The operand of CONDITION that stores the module for PyState_FindModule, or looks for one that
 * is stored; NULL: there is none. */
static const struct node *
state_test(const struct node *condition)
{
    const struct node *test = state_call_in(condition);
    while (test != NULL && test != node_bare(condition)) {
        const struct node *outer = node_outer(test)->parent;
        bool is_chain = outer->kind == NODE_BINARY
                        && (outer->op == OP_AND || outer->op == OP_OR);
        if (is_chain || (outer->kind != NODE_BINARY && outer->kind != NODE_UNARY
                         && outer->kind != NODE_ASSIGN))
        {
            break;
        }
        test = outer;
    }
    return test;
}

/* An `if` around the module, which exec is handed; false: it is another. */
static bool
plan_question(struct conversion *c, const struct node *node)
{
    if (node->kind != NODE_IF) {
        return false;
    }
    bool only_leaves = leaves(node_child(node, 1)) && node_child(node, 2) == NULL;
    const struct node *stored = only_leaves ? state_test(node->first) : NULL;
    if (only_leaves && (tests_module(c, node->first) || stored == node_bare(node->first))) {
        plan_removal(c, node, stores_no_module);
        return true;
    }
    if (stored != NULL) {
        (void)plan_cut(c, node_outer(stored), OP_OR);
        return false;
    }
    if (node->begin >= c->module->create->begin || !finds_module(c, node->first)) {
        return false;
    }
    /* It was there already: PyState_FindModule, or a static. */
    if (only_leaves) {
        plan_removal(c, node, stores_no_module);
    }
    else {
        refuse_at(c, rule, node, c->init->setup->name,
                  "unsupported handling of a module that already exists");
    }
    return true;
}

static void
plan_statement(struct conversion *c, const struct node *node)
{
    if (node->kind == NODE_RETURN && node_is_in_lambda(node)) {
        plan_statements(c, node);
        return;
    }
    if (c->init->keeps_variable && node->kind == NODE_RETURN
        && names_module(c, node->first))
    {
        plan_kept_return(c, node);
        return;
    }
    if (c->init->keeps_variable && node->kind != NODE_RETURN) {
        plan_kept(c, node);
        return;
    }
    if (declares_module(c, node)) {
        plan_module_declaration(c, node);
        return;
    }
    if (plan_creation(c, node) || plan_question(c, node)) {
        return;
    }
    if (node->kind == NODE_ASSIGN && names_module(c, node->first)
        && calls(node, "PyState_FindModule"))
    {
        plan_removal(c, node, stores_no_module);
        return;
    }
    if (hands_module_over(node, c->init->module_variable)) {
        plan_removal(c, node, gets_module);
        return;
    }
    if (node->kind == NODE_CALL && strcmp(call_name(node), "PyState_AddModule") == 0) {
        plan_removal(c, node, stores_no_module);
        return;
    }
    if (node->kind == NODE_RETURN) {
        plan_init_return(c, node);
        return;
    }
    if (is_drop(c, node)) {
        plan_drop(c, node);
        return;
    }
    if (node->kind == NODE_CALL && mends_result(c, node)) {
        plan_check(c, node);
        return;
    }
    plan_statements(c, node);
}

/* `m == NULL || x`: exec is handed a module, so that x alone is asked. */
static void
plan_condition(struct conversion *c, const struct node *condition)
{
    const struct node *node = node_bare(condition);
    if (is_inside(c->module->create, condition)) {
        if (!c->init->keeps_variable) {
            plan_creation_operand(c);
        }
        else {
            (void)plan_given_module(c);
        }
        return;
    }
    while (node != NULL && node->kind == NODE_BINARY && node->op == OP_OR) {
        const struct node *left = node->first, *right = node->first->next;
        if (tests_module(c, left) && left->origin == ORIGIN_FILE
            && right->origin == ORIGIN_FILE
            && moving(c, c->init->module_variable) == NULL)
        {
            add_init_step(c, (struct init_step){.kind = INIT_CUTS,
                                                .node = left,
                                                .file = left->file,
                                                .range = {left->begin, right->begin},
                                                .text = "",
                                                .reason = gets_module});
            return;
        }
        node = left;
    }
}

static void
plan_statements(struct conversion *c, const struct node *parent)
{
    for (const struct node *n = parent->first; n != NULL; n = n->next) {
        struct additions additions;
        if (parent->kind == NODE_IF && n == parent->first) {
            plan_condition(c, n);
            continue;
        }
        if (additions_begin(c, n, &additions)) {
            plan_additions(c, n, &additions);
            n = additions.last;
            continue;
        }
        plan_statement(c, n);
    }
}

/* --- the functions ----------------------------------------------------------- */

/* FUNCTION of initialisation gave up the module object on failure. */
static void
plan_drops(struct conversion *c, const struct function *function,
           const struct node *parent)
{
    for (const struct node *n = parent->first; n != NULL; n = n->next) {
        if ((n->kind == NODE_CALL || n->kind == NODE_DO) && drops_module(c, function, n))
        {
            plan_drop(c, n);
        }
        else {
            plan_drops(c, function, n);
        }
    }
}

static bool
entry_only_delegates(const struct conversion *c)
{
    const struct node *only = c->module->entry->body->first;
    return only != NULL && only->next == NULL && only->kind == NODE_RETURN
           && only->first != NULL && calls(only->first, c->init->setup->name);
}

/* Can PyInit be told from what it does?  Otherwise the module is refused. */
static bool
check_entry(struct conversion *c)
{
    if (c->module->entry == NULL || c->module->entry->body == NULL) {
        const struct declaration *place = variable_declaration(c->module->variable);
        refuse(c, rule, place->file, place->name, c->module->variable->name,
               "no PyInit function found for this module");
        return false;
    }
    const struct declaration *definition = function_definition(c->init->setup);
    if (c->init->setup->body->origin != ORIGIN_FILE
        || c->module->entry->body->origin != ORIGIN_FILE
        || (definition->from_macro && c->module->entry != c->init->setup))
    {
        refuse(c, rule, definition->file, definition->name, c->init->setup->name,
               "a macro defines the head of '%s'", c->init->setup->name);
        return false;
    }
    if (c->module->entry != c->init->setup && !entry_only_delegates(c)) {
        refuse(c, rule, c->module->entry->body->file, c->module->entry->body->begin,
               c->module->entry->name, "'%s' does more than call '%s'",
               c->module->entry->name, c->init->setup->name);
        return false;
    }
    return true;
}

/* Does a step replace CALL? */
static bool
is_planned(const struct conversion *c, const struct node *call)
{
    const struct init_step *step;
    for (size_t i = 0; (step = init_step_at(c, i)) != NULL; i++) {
        if (step->file == call->file && step->range.begin <= call->begin
            && step->range.end >= call->end)
        {
            return true;
        }
    }
    return false;
}

/* Nothing may make the module, or store it, in exec any more. */
static void
check_calls(struct conversion *c)
{
    const struct node *body = c->init->setup->body;
    for (const struct node *n = body; n != NULL && !c->is_refused; n = node_after(n, body)) {
        bool stores = n->kind == NODE_CALL && strcmp(call_name(n), "PyState_AddModule") == 0;
        if ((n == c->module->create || stores) && !is_planned(c, n)) {
            refuse_at(c, rule, n, c->init->setup->name, "the module is %s inside an expression",
                      stores ? "stored" : "created");
        }
    }
}

void
plan_init_body(struct conversion *c)
{
    if (c->init->setup == NULL || c->module->is_multi_phase) {
        return;
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (plan->is_init && function != c->init->setup && function->body != NULL
            && plan->module_parameter >= 0)
        {
            plan_drops(c, function, function->body);
            plan_macro_releases(c, function, function->parameters[plan->module_parameter]);
        }
    }
    if (check_entry(c)) {
        plan_statements(c, c->init->setup->body);
        if (c->init->module_variable != NULL && !c->init->reassigns_variable) {
            plan_macro_releases(c, c->init->setup, c->init->module_variable);
        }
        check_calls(c);
        plan_inactive_init(c);
        plan_unused_labels(c);
    }
}
