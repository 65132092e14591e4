/* The function that made the module becomes the one that executes it (PEP 489): it is
 * handed the module, answers 0 or -1, and makes the heap types. */
#include "convert/conversion.h"

#include <ctype.h>
#include <string.h>

static const char rule[] = "init-not-converted";

/* --- small questions ------------------------------------------------------------- */

static bool
is_inside(const struct node *node, const struct node *outer)
{
    while (node != NULL && node != outer) {
        node = node->parent;
    }
    return node != NULL;
}

static bool
names_module(const struct conversion *c, const struct node *node)
{
    node = node_bare(node);
    return node != NULL && node->kind == NODE_NAME && node->variable != NULL
           && node->variable == c->module_variable;
}

static bool
leaves(const struct node *statement)
{
    if (statement == NULL) {
        return false;
    }
    if (statement->kind == NODE_RETURN || statement->kind == NODE_GOTO) {
        return true;
    }
    if (statement->kind == NODE_DO) {
        return leaves(statement->first);
    }
    if (statement->kind != NODE_BLOCK || statement->first == NULL) {
        return false;
    }
    const struct node *last = statement->first;
    while (last->next != NULL) {
        last = last->next;
    }
    return leaves(last);
}

/* Is CONDITION a test that the module object is there: !m, m == NULL, and the like? */
static bool
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
static bool
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

static bool
calls(const struct node *root, const char *name)
{
    for (const struct node *n = root; n != NULL; n = node_after(n, root)) {
        if (n->kind == NODE_CALL && strcmp(call_name(n), name) == 0) {
            return true;
        }
    }
    return false;
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
static void
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

/* --- returns ------------------------------------------------------------------------ */

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
edit_return(struct conversion *c, const struct node *node)
{
    const struct source_file *file = node->file;
    const struct node *value = node_bare(node->first);

    if (value != NULL && value->kind == NODE_CONDITIONAL) {
        const char *one = result_of(c, node_child(value, 1));
        const char *two = result_of(c, node_child(value, 2));
        if (one != NULL && two != NULL && node->origin == ORIGIN_FILE) {
            const char *test =
                rendered(c, file, value->first->begin, value->first->end);
            change_cover(c, file, node->begin, node->end,
                         TEXT(c, "return %s ? %s : %s", test, one, two),
                         "exec returns 0 or -1");
            return;
        }
    }
    if (value != NULL && value->kind == NODE_CALL
        && string_starts(call_name(value), "PyErr_") && node->origin == ORIGIN_FILE)
    {
        const char *call = rendered(c, file, value->begin, value->end);
        change_cover(c, file, node->begin, node->end,
                     TEXT(c, "return (void)%s, -1", call), "exec returns 0 or -1");
        return;
    }
    const char *result = result_of(c, node->first);
    if (result == NULL) {
        refuse_at(c, rule, node, c->setup->name,
                  "what '%s' returns here is neither the module nor NULL",
                  c->setup->name);
        return;
    }
    uint32_t end = node->end;
    if (node->origin == ORIGIN_MACRO && !is_only_return(node)) {
        edit_return_in_macro(c, node, result);
        return;
    }
    if (node->origin != ORIGIN_FILE) {
        /* A macro that returns: INITERROR; or init_return(NULL); */
        size_t open = token_after(file, token_at(file, node->begin));
        if (token_is(file, open, "(")) {
            size_t close = token_closing(file, open);
            if (close < file->n_tokens) {
                end = file->tokens[close].end;
            }
        }
    }
    change_cover(c, file, node->begin, end, TEXT(c, "return %s", result),
                 "exec returns 0 or -1");
}

/* --- the module object ----------------------------------------------------------------- */

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

static void
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

static bool
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
static bool
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

static void
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

/* --- Py_mod_gil ------------------------------------------------------------------------- */

/* The line of the directive with which the branch around OFFSET begins, and behind the
 * #endif that ends it; false if the branch has an #else, or holds more than ONE
 * statement that begins at token FIRST. */
static bool
branch_around(const struct source_file *file, size_t first, size_t last,
              uint32_t *out_begin, uint32_t *out_end)
{
    size_t i = first;
    while (i > 0 && file->tokens[i - 1].kind == TOKEN_COMMENT) {
        i--;
    }
    if (i == 0 || file->tokens[i - 1].directive == 0) {
        return false;
    }
    uint32_t opens = file->tokens[i - 1].directive;
    while (i > 0 && file->tokens[i - 1].directive == opens) {
        i--;
    }
    if (!token_is(file, i + 1, "ifdef") && !token_is(file, i + 1, "if")) {
        return false;
    }
    size_t k = last + 1;
    while (k < file->n_tokens && file->tokens[k].kind == TOKEN_COMMENT) {
        k++;
    }
    if (k + 1 >= file->n_tokens || !token_is(file, k + 1, "endif")) {
        return false;
    }
    *out_begin = line_begin(file, file->tokens[i].begin);
    *out_end = line_end(file, file->tokens[k].begin);
    return true;
}

/* PyUnstable_Module_SetGIL(m, X) becomes the slot; the branch around it goes. */
static void
edit_gil(struct conversion *c)
{
    const struct node *body = c->setup->body;
    const struct source_file *file = body->file;

    for (size_t i = token_at(file, body->begin);
         i < file->n_tokens && file->tokens[i].begin < body->end; i++)
    {
        if (!token_is(file, i, "PyUnstable_Module_SetGIL")) {
            continue;
        }
        size_t open = i + 1, close = token_closing(file, open), comma = open;
        while (comma < close && !token_is(file, comma, ",")) {
            comma++;
        }
        if (close >= file->n_tokens || comma >= close) {
            continue;
        }
        c->gil_slot =
            text_of(c, file, file->tokens[comma + 1].begin, file->tokens[close].begin);
        /* The statement: from behind the last directive, brace or semicolon, to the
         * one that ends it; an `if (…) { return NULL; }` around it is part of it. */
        size_t first = i, last = close;
        while (first > 0 && file->tokens[first - 1].directive == 0
               && !token_is(file, first - 1, ";") && !token_is(file, first - 1, "{")
               && !token_is(file, first - 1, "}"))
        {
            first--;
        }
        while (last + 1 < file->n_tokens && file->tokens[last + 1].directive == 0
               && file->tokens[last].begin < body->end && !token_is(file, last, ";"))
        {
            last++;
            if (token_is(file, last, "{")) {
                last = token_closing(file, last);
                break;
            }
        }
        uint32_t begin, end;
        if (branch_around(file, first, last, &begin, &end)) {
            change_cover(c, file, begin, end, "", "the slot says it");
        }
        else {
            remove_text(c, file, file->tokens[first].begin, file->tokens[last].end,
                        "the slot says it");
        }
        return;
    }
}

/* --- the body -------------------------------------------------------------------------------- */

static void edit_statements(struct conversion *c, const struct node *parent);

static bool
edit_creation(struct conversion *c, const struct node *node)
{
    if (!is_inside(c->create, node) || node->kind == NODE_BLOCK) {
        return false;
    }
    if (node->kind == NODE_ASSIGN && names_module(c, node->first)) {
        if (moving(c, c->module_variable) != NULL) {
            uint32_t end = after_semicolon(node->file, node->end);
            change_cover(c, node->file, node->begin, end,
                         TEXT(c, "Py_INCREF(%s);\n%s%s = %s;", c->module,
                              indent_at(c, node->file, node->begin),
                              field_access(c, c->module_variable), c->module),
                         "exec is handed the module");
        }
        else {
            remove_statement(c, node, "exec is handed the module");
        }
        return true;
    }
    if (node->kind == NODE_IF && is_inside(c->create, node->first)
        && leaves(node_child(node, 1)) && node_child(node, 2) == NULL
        && moving(c, c->module_variable) == NULL)
    {
        remove_statement(c, node, "exec is handed the module");
        return true;
    }
    return false;
}

/* `return module;` where the variable owns a reference, or is NULL. */
static void
edit_kept_return(struct conversion *c, const struct node *node)
{
    const char *indent = indent_at(c, node->file, node->begin);
    const char *unit = style_of(c, node->file)->indent;
    const char *name = c->module_variable->name;
    if (node->parent == NULL || node->parent->kind != NODE_BLOCK) {
        refuse_at(c, rule, node, c->setup->name,
                  "the module is returned in a branch without braces");
        return;
    }
    change_cover(c, node->file, node->begin, node->end,
                 TEXT(c,
                      "if (%s == NULL) {\n%s%sreturn -1;\n%s}\n%sPy_DECREF(%s);\n"
                      "%sreturn 0",
                      name, indent, unit, indent, indent, name, indent),
                 "exec returns 0 or -1");
}

static void
edit_kept(struct conversion *c, const struct node *node)
{
    if (node->kind == NODE_ASSIGN && node_bare(node->first->next) == c->create
        && node->parent != NULL && node->parent->kind == NODE_BLOCK)
    {
        uint32_t end = after_semicolon(node->file, node->end);
        const char *name = c->module_variable->name;
        change_cover(c, node->file, node->begin, end,
                     TEXT(c, "%s = %s;\n%sPy_INCREF(%s);", name, c->module,
                          indent_at(c, node->file, node->begin), name),
                     "exec is handed the module");
        return;
    }
    if (is_inside(c->create, node) && node->kind != NODE_BLOCK
        && node->kind != NODE_LABEL)
    {
        refuse_at(c, rule, node, c->setup->name,
                  "the module is created inside of an expression");
        return;
    }
    edit_statements(c, node);
}

static void
edit_statement(struct conversion *c, const struct node *node)
{
    if (c->keeps_variable && node->kind == NODE_RETURN && names_module(c, node->first))
    {
        edit_kept_return(c, node);
        return;
    }
    if (c->keeps_variable && node->kind != NODE_RETURN) {
        edit_kept(c, node);
        return;
    }
    if (declares_module(c, node)) {
        edit_module_declaration(c, node);
        return;
    }
    if (edit_creation(c, node)) {
        return;
    }
    if (node->kind == NODE_IF
        && (tests_module(c, node->first) || calls(node->first, "PyState_FindModule")
            || calls(node->first, "PyState_AddModule"))
        && leaves(node_child(node, 1)) && node_child(node, 2) == NULL)
    {
        remove_statement(c, node, "multi-phase init keeps no module of its own");
        return;
    }
    if (node->kind == NODE_IF && node->begin < c->create->begin
        && finds_module(c, node->first))
    {
        /* It was there already: PyState_FindModule, or a static. */
        if (leaves(node_child(node, 1)) && node_child(node, 2) == NULL) {
            remove_statement(c, node, "multi-phase init keeps no module of its own");
        }
        else {
            refuse_at(
                c, rule, node, c->setup->name,
                "what is done for a module that was made before is not understood");
        }
        return;
    }
    if (node->kind == NODE_ASSIGN && names_module(c, node->first)
        && calls(node, "PyState_FindModule"))
    {
        remove_statement(c, node, "multi-phase init keeps no module of its own");
        return;
    }
    if (node->kind == NODE_CALL && strcmp(call_name(node), "PyState_AddModule") == 0) {
        remove_statement(c, node, "multi-phase init keeps no module of its own");
        return;
    }
    if (node->kind == NODE_RETURN) {
        edit_return(c, node);
        return;
    }
    if ((node->kind == NODE_CALL || node->kind == NODE_DO || node->kind == NODE_OTHER)
        && drops_module(c, c->setup, node))
    {
        edit_drop(c, node);
        return;
    }
    edit_statements(c, node);
}

static void
edit_statements(struct conversion *c, const struct node *parent)
{
    for (const struct node *n = parent->first; n != NULL; n = n->next) {
        if (parent->kind == NODE_IF && n == parent->first) {
            continue; /* the condition */
        }
        edit_statement(c, n);
    }
}

/* Other functions of initialisation gave up the module object on failure. */
static void
edit_drops(struct conversion *c, const struct function *function,
           const struct node *parent)
{
    for (const struct node *n = parent->first; n != NULL; n = n->next) {
        if ((n->kind == NODE_CALL || n->kind == NODE_DO)
            && drops_module(c, function, n))
        {
            edit_drop(c, n);
        }
        else {
            edit_drops(c, function, n);
        }
    }
}

/* A variable that is assigned elsewhere too keeps its life: it gets a reference of
 * its own, and gives it up as before. */
void
plan_module_variable(struct conversion *c)
{
    static const char *const names[] = {"mod", "self", "new_module", "the_module"};
    const struct variable *variable = c->module_variable;
    for (size_t i = 0; variable != NULL && c->create != NULL && i < variable->n_uses;
         i++)
    {
        const struct node *use = variable->uses[i];
        const struct node *assign = use->parent;
        if (use->within != c->setup || assign == NULL || assign->kind != NODE_ASSIGN
            || assign->first != use || is_inside(c->create, assign)
            || calls(assign, "PyState_FindModule"))
        {
            continue;
        }
        c->keeps_variable = true;
    }
    for (size_t i = 0; c->keeps_variable && i < ARRAY_LENGTH(names); i++) {
        bool is_free = true;
        for (size_t k = 0; k < c->source->n_variables; k++) {
            is_free &= c->source->variables[k]->owner != c->setup
                       || strcmp(c->source->variables[k]->name, names[i]) != 0;
        }
        if (is_free) {
            c->module = names[i];
            return;
        }
    }
    if (c->keeps_variable) {
        refuse(c, rule, variable_declaration(variable)->file,
               variable_declaration(variable)->name, variable->name,
               "'%s', the module, is assigned several times", variable->name);
    }
}

/* --- PyType_Ready ------------------------------------------------------------------------------ */

static bool
is_block_statement(const struct node *node)
{
    return node->parent != NULL && node->parent->kind == NODE_BLOCK;
}

/* What FUNCTION returns on failure; NULL if it cannot. */
static const char *
failure_of(const struct conversion *c, const struct function *function)
{
    if (function == c->setup) {
        return "-1";
    }
    const struct type *result = function->type != NULL ? function->type->target : NULL;
    if (result == NULL || result->kind == TYPE_VOID) {
        return NULL;
    }
    return result->kind == TYPE_POINTER ? "NULL" : "-1";
}

/* The comparison around CALL that is true when the type could not be made. */
static const struct node *
failure_test(const struct node *call, bool *out_is_success)
{
    const struct node *node = call;
    while (node->parent != NULL && node->parent->kind == NODE_PAREN) {
        node = node->parent;
    }
    const struct node *test = node->parent;
    *out_is_success = false;
    if (test == NULL || test->kind != NODE_BINARY || test->first != node
        || !test->first->next->has_value)
    {
        return NULL;
    }
    int64_t value = test->first->next->value;
    if ((test->op == '<' && value == 0) || (test->op == OP_EQUAL && value == -1)
        || (test->op == OP_NOT_EQUAL && value == 0))
    {
        return test;
    }
    if ((test->op == OP_EQUAL && value == 0)
        || (test->op == OP_GREATER_EQUAL && value == 0))
    {
        *out_is_success = true;
        return test;
    }
    return NULL;
}

static void
edit_ready(struct conversion *c, const struct variable *type, const struct node *call)
{
    static const char reason[] = "the heap type is made";
    const struct function *function = call->within;
    const struct source_file *file = call->file;
    const char *access = field_access(c, type);
    const char *creation = type_creation(c, type, module_name_in(c, function));
    bool is_success;
    const struct node *test = failure_test(call, &is_success);
    const struct node *whole = test != NULL ? test : call;

    if (call->origin != ORIGIN_FILE) {
        refuse_at(c, "type-not-converted", call, type->name,
                  "'%s' is made ready through a macro", type->name);
        return;
    }
    const struct node *outer = whole;
    while (outer->parent != NULL && outer->parent->kind == NODE_PAREN) {
        outer = outer->parent;
    }
    const struct node *statement = outer->parent;
    const char *indent = indent_at(c, file, whole->begin);
    if (statement != NULL && statement->kind == NODE_IF && statement->first == outer
        && is_block_statement(statement) && statement->origin == ORIGIN_FILE)
    {
        indent = indent_at(c, file, statement->begin);
        change(c, file, statement->begin, statement->begin,
               TEXT(c, "%s = %s;\n%s", access, creation, indent), reason);
        change_cover(c, file, whole->begin, whole->end,
                     TEXT(c, "%s %s NULL", access, is_success ? "!=" : "=="), reason);
        return;
    }
    if (whole == call && is_block_statement(call)) {
        const char *failure = failure_of(c, function);
        const char *unit = style_of(c, file)->indent;
        if (failure == NULL) {
            refuse_at(c, "type-not-converted", call, type->name,
                      "'%s' is made ready where failure cannot be reported",
                      type->name);
            return;
        }
        change_cover(c, file, call->begin, call->end,
                     TEXT(c, "%s = %s;\n%sif (%s == NULL) {\n%s%sreturn %s;\n%s}",
                          access, creation, indent, access, indent, unit, failure,
                          indent),
                     reason);
        uint32_t end = after_semicolon(file, call->end);
        change(c, file, call->end, end, "", reason);
        return;
    }
    const char *made =
        TEXT(c, "(%s = %s) %s NULL", access, creation, is_success ? "!=" : "==");
    if (test != NULL) {
        change_cover(c, file, test->begin, test->end, made, reason);
    }
    else {
        change_cover(c, file, call->begin, call->end, TEXT(c, "(%s ? -1 : 0)", made),
                     reason);
    }
}

static const struct node *
ready_call(const struct node *use)
{
    const struct node *node = use->parent;
    while (node != NULL && node->kind != NODE_CALL && node->kind >= NODE_NAME) {
        node = node->parent;
    }
    return node != NULL && strcmp(call_name(node), "PyType_Ready") == 0 ? node : NULL;
}

static void
edit_ready_calls(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        for (size_t k = 0;
             plan != NULL && plan->kind == FIELD_TYPE && k < variable->n_uses; k++)
        {
            const struct node *call = ready_call(variable->uses[k]);
            if (call != NULL) {
                edit_ready(c, variable, call);
            }
        }
    }
}

/* Types that nobody made ready: they were filled in by their first use. */
static void
create_rest(struct conversion *c, struct strbuf *out, const struct variable *type,
            unsigned depth)
{
    enum { MAX_BASES = 32 };
    struct variable_plan *plan = plan_of_variable(c, type);
    const struct variable *base = own_base(c, type);

    if (plan->is_created || depth > MAX_BASES) {
        return;
    }
    plan->is_created = true;
    if (base != NULL) {
        create_rest(c, out, base, depth + 1);
    }
    const char *access = field_access(c, type);
    strbuf_format(out, "\t%s = %s;\n\tif (%s == NULL) {\n\t\treturn -1;\n\t}\n", access,
                  type_creation(c, type, c->module), access);
}

/* --- the head of exec ------------------------------------------------------------------------------ */

/* The static type whose address ITEM is, or NULL. */
static const struct variable_plan *
type_in(const struct conversion *c, const struct initializer *item)
{
    const struct node *referent = node_referent(item->value);
    const struct variable_plan *plan =
        referent != NULL && referent->kind == NODE_NAME ? moving(c, referent->variable)
                                                        : NULL;
    return plan != NULL && plan->kind == FIELD_TYPE ? plan : NULL;
}

/* PART of a table that moved is given up by m_clear: it needs a reference. */
static void
own_part(struct conversion *c, struct strbuf *out, const struct variable *variable,
         const struct initializer *item, const char *part)
{
    const struct node *referent = node_referent(item->value);
    const struct variable_plan *type = type_in(c, item);
    bool is_object = type != NULL;

    if (type != NULL && type->ready != NULL) {
        refuse_at(c, "type-not-converted", type->ready, type->variable->name,
                  "'%s' stands in the table '%s', and is made ready here, when the "
                  "table is filled already",
                  type->variable->name, variable->name);
    }
    if (referent != NULL && referent->kind == NODE_NAME && referent->variable != NULL
        && referent != node_bare(item->value) && type == NULL)
    {
        const struct type *kind = referent->variable->type;
        is_object = kind != NULL && kind->kind == TYPE_RECORD && kind->record != NULL
                    && record_is_object(kind->record);
    }
    if (is_object) {
        strbuf_format(out, "\tPy_INCREF(%s);\n", part);
    }
}

/* What the parts of an array or a struct began with. */
static void
add_parts(struct conversion *c, struct strbuf *out, const struct variable *variable)
{
    uint8_t kind = variable->type->kind;
    for (size_t i = 0; i < variable->n_initializers; i++) {
        const struct initializer *item = &variable->initializers[i];
        if (item->is_zero || (kind != TYPE_ARRAY && kind != TYPE_RECORD)) {
            continue;
        }
        const char *element =
            kind == TYPE_ARRAY ? TEXT(c, "[%u]", (unsigned)item->element) : "";
        const char *dot = *item->field != '\0' ? "." : "";
        const char *part =
            TEXT(c, "%s%s%s%s", field_access(c, variable), element, dot, item->field);
        strbuf_format(out, "\t%s = %s;\n", part,
                      rendered(c, item->file, item->begin, item->end));
        own_part(c, out, variable, item, part);
    }
}

static bool
begins_by_parts(const struct variable *variable)
{
    uint8_t kind = variable->type->kind;
    for (size_t i = 0; i < variable->n_initializers; i++) {
        if (!variable->initializers[i].is_zero
            && (kind == TYPE_ARRAY || kind == TYPE_RECORD))
        {
            return true;
        }
    }
    return false;
}

/* Values that the statics of GROUP began with. */
static void
add_initial_values(struct conversion *c, struct strbuf *out, enum field_group group)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->fields[i];
        const struct variable_plan *plan = moving(c, variable);
        const struct node *initial = variable->initial;
        if (plan != NULL && plan->group != group) {
            continue;
        }
        if (plan != NULL && plan->kind != FIELD_TYPE) {
            add_parts(c, out, variable);
        }
        if (plan == NULL || plan->kind == FIELD_TYPE || initial == NULL
            || variable->type->kind == TYPE_ARRAY || variable->type->kind == TYPE_RECORD
            || initial->kind == NODE_INIT_LIST || is_null(initial))
        {
            continue;
        }
        if (plan->kind == FIELD_OBJECT) {
            refuse_at(c, "lifetime-not-converted", initial, variable->name,
                      "'%s' begins with an object of another owner", variable->name);
            continue;
        }
        strbuf_format(out, "\t%s = %s;\n", field_access(c, variable),
                      rendered(c, initial->file, initial->begin, initial->end));
    }
}

bool
has_initial_values(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        if (plan == NULL || plan->kind == FIELD_TYPE) {
            continue;
        }
        bool begins_whole =
            variable->initial != NULL && variable->type->kind != TYPE_ARRAY
            && variable->type->kind != TYPE_RECORD
            && variable->initial->kind != NODE_INIT_LIST && !is_null(variable->initial);
        if (begins_whole || begins_by_parts(variable)) {
            return true;
        }
    }
    return false;
}

/* Is the state used by what the exec function holds? */
static bool
exec_names_state(const struct conversion *c, const struct strbuf *head)
{
    return head->size > 0 || names_state(c, c->setup)
           || moving(c, c->module_variable) != NULL;
}

static size_t
n_lines(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text++) {
        n += *text == '\n';
    }
    return n;
}

/* LINES go behind the declaration of the state that the exec function has. */
static void
extend_head(struct conversion *c, const char *lines)
{
    const struct variable *state = own_state(c, c->setup);
    const struct declaration *d = &state->declarations[0];
    if (*lines == '\0' || state->is_parameter) {
        return;
    }
    uint32_t place = line_end(d->file, after_semicolon(d->file, d->end));
    change(c, d->file, place, place, indented(c, d->file, lines, ""),
           "the state of the module that is executed");
}

static void
begin_exec(struct conversion *c)
{
    CLEANUP(strbuf_done) struct strbuf head = STRBUF_INIT;
    const struct node *body = c->setup->body;
    const struct source_file *file = body->file;

    if (c->has_module_field) {
        strbuf_format(&head, "\t%s->%s = %s;\n", c->state, c->module_field, c->module);
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->fields[i];
        const struct variable_plan *plan = moving(c, variable);
        if (plan != NULL && plan->kind == FIELD_TYPE) {
            create_rest(c, &head, variable, 0);
        }
    }
    /* What a later stage adds stands in front of what an earlier one did. */
    add_initial_values(c, &head, GROUP_TYPES_ONLY);
    add_initial_values(c, &head, GROUP_STATE);
    if (!exec_names_state(c, &head)) {
        return;
    }
    if (own_state(c, c->setup) != NULL) {
        extend_head(c, head.text);
        return;
    }
    c->uses_get = true;
    const char *text = TEXT(c, "\t%s *%s = %s(%s);\n%s", c->state_type, c->state,
                            c->get, c->module, head.text);
    text = indented(c, file, text, "");
    c->n_head_lines = 1 + n_lines(text);
    uint32_t place = body->begin + 1;
    change(c, file, place, place, TEXT(c, "\n%.*s", (int)strlen(text) - 1, text),
           "the state of the module that is executed");
}

/* --- signatures -------------------------------------------------------------------------------------- */

/* Do all branches that begin in [begin, end) end there, and the other way round? */
static bool
is_balanced(const struct source_file *file, uint32_t begin, uint32_t end)
{
    int depth = 0;
    for (size_t i = token_at(file, begin);
         i + 1 < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        if (file->tokens[i].directive == 0 || !token_is(file, i, "#")) {
            continue;
        }
        if (string_starts(file->text + file->tokens[i + 1].begin, "if")) {
            depth++;
        }
        else if (token_is(file, i + 1, "endif")
                 || (depth == 0 && token_is(file, i + 1, "else")))
        {
            depth--;
        }
    }
    return depth == 0;
}

/* Behind the parenthesis that closes the parameters. */
static uint32_t
declarator_end(const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    size_t open = token_after(file, token_at(file, declaration->name));
    size_t close =
        token_is(file, open, "(") ? token_closing(file, open) : file->n_tokens;
    return close < file->n_tokens ? file->tokens[close].end : declaration->end;
}

/* "static int name(PyObject *module)" for the head of a definition or declaration. */
static void
edit_head(struct conversion *c, const struct declaration *declaration, const char *name,
          uint32_t end)
{
    const struct source_file *file = declaration->file;
    const struct style *style = style_of(c, file);
    change_cover(c, file, declaration->begin, end,
                 TEXT(c, "static int%s%s(PyObject *%s)%s",
                      style->result_on_own_line ? "\n" : " ", name, c->module,
                      !declaration->is_definition || end == declarator_end(declaration)
                          ? ""
                      : style->brace_on_own_line ? "\n"
                                                 : " "),
                 "runs when a module is executed");
}

static bool
holds_directive(const struct source_file *file, uint32_t begin, uint32_t end)
{
    for (size_t i = token_at(file, begin);
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        if (file->tokens[i].directive != 0) {
            return true;
        }
    }
    return false;
}

static const char *
entry_body(const struct conversion *c)
{
    const char *late = "";
    if (slots_are_late(c)) {
        unsigned n_slots =
            (c->is_once || c->has_exec ? 1u : 0u)
            + (c->options->abi3 >= 0x030C0000 ? 1u : 0u);
        late = TEXT(c, "\t%s(&%s_slots[%u]);\n", late_slots_name(c), c->base, n_slots);
    }
    return indented(c, c->entry->body->file,
                    TEXT(c, "{\n%s\treturn PyModuleDef_Init(&%s);\n}", late,
                         c->definition->name),
                    "");
}

/* The words of TEXT, without blanks. */
static bool
is_only(const char *text, const char *words)
{
    for (; *text != '\0'; text++) {
        if (strchr(" \t\r\n{", *text) != NULL) {
            continue;
        }
        if (*text != *words) {
            return false;
        }
        words++;
    }
    return *words == '\0';
}

/* Is nothing left to do when the module is executed?  Asked before the state and its
 * types are set up. */
static bool
is_idle(struct conversion *c)
{
    const struct node *body = c->setup->body;
    if (c->entry != c->setup || c->moves_types || c->needs_exec
        || names_state(c, c->setup) || has_initial_values(c)
        || holds_directive(body->file, c->setup->declarations[0].begin, body->begin))
    {
        return false;
    }
    const struct declaration *definition = variable_declaration(c->definition);
    if (definition->within == c->setup) {
        return false;
    }
    return is_only(rendered(c, body->file, body->begin, body->end - 1), "return0;");
}

/* PyInit_x keeps its head and gets the one-line body of multi-phase init. */
static void
add_entry(struct conversion *c)
{
    const struct declaration *definition = function_definition(c->entry);
    const struct source_file *file = definition->file;
    const char *head = text_of(c, file, definition->begin, c->entry->body->begin);
    const struct style *style = style_of(c, file);

    if (holds_directive(file, definition->begin, c->entry->body->begin)) {
        head = TEXT(c, "PyMODINIT_FUNC%s%s(void)%s",
                    style->result_on_own_line ? "\n" : " ", c->entry->name,
                    style->brace_on_own_line ? "\n" : " ");
    }
    const char *body = entry_body(c);
    if (c->entry == c->setup) {
        uint32_t place = c->setup->body->end;
        change(c, file, place, place, TEXT(c, "\n\n%s%s", head, body),
               "multi-phase init");
    }
    else {
        change_cover(c, file, c->entry->body->begin, c->entry->body->end, body,
                     "multi-phase init");
    }
}

static const char *
exec_name(const struct conversion *c)
{
    return c->entry == c->setup ? TEXT(c, "%s_exec", c->base) : c->setup->name;
}

static bool
entry_only_delegates(const struct conversion *c)
{
    const struct node *only = c->entry->body->first;
    return only != NULL && only->next == NULL && only->kind == NODE_RETURN
           && only->first != NULL && calls(only->first, c->setup->name);
}

static void
edit_single_phase(struct conversion *c)
{
    if (c->entry == NULL || c->entry->body == NULL) {
        const struct declaration *place = variable_declaration(c->definition);
        refuse(c, rule, place->file, place->name, c->definition->name,
               "no PyInit function was found for this module");
        return;
    }
    const struct declaration *definition = function_definition(c->setup);
    if (c->setup->body->origin != ORIGIN_FILE || c->entry->body->origin != ORIGIN_FILE
        || (definition->from_macro && c->entry != c->setup))
    {
        refuse(c, rule, definition->file, definition->name, c->setup->name,
               "a macro makes the head of '%s'", c->setup->name);
        return;
    }
    if (c->entry != c->setup && !entry_only_delegates(c)) {
        refuse(c, rule, c->entry->body->file, c->entry->body->begin, c->entry->name,
               "'%s' does more than to call '%s'", c->entry->name, c->setup->name);
        return;
    }
    edit_statements(c, c->setup->body);
    edit_gil(c);
    prune_branches(c, c->setup->body->file, c->setup->body->begin, c->setup->body->end);
    c->has_exec = !is_idle(c);
    if (!c->has_exec) {
        change_cover(c, c->setup->body->file, c->setup->body->begin,
                     c->setup->body->end, entry_body(c), "multi-phase init");
        return;
    }
    for (size_t i = 0; i < c->setup->n_declarations; i++) {
        const struct declaration *d = &c->setup->declarations[i];
        if (d->is_definition) {
            edit_head(c, d, exec_name(c),
                      is_balanced(d->file, d->begin, c->setup->body->begin)
                          ? c->setup->body->begin
                          : declarator_end(d));
        }
        else if (c->entry != c->setup) {
            edit_head(c, d, exec_name(c), d->end);
        }
    }
    add_entry(c);
}

void
edit_init(struct conversion *c)
{
    if (c->setup == NULL) {
        return;
    }
    edit_ready_calls(c);
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (plan->is_init && function != c->setup && function->body != NULL
            && plan->module_parameter >= 0 && !c->is_multi_phase)
        {
            edit_drops(c, function, function->body);
        }
    }
    if (c->is_multi_phase) {
        begin_exec(c);
        return;
    }
    c->has_exec = true;
    edit_single_phase(c);
    if (c->entry != NULL && c->has_exec) {
        begin_exec(c);
    }
}

/* --- tidying ------------------------------------------------------------------------------------------- */

/* Append TEXT without blank lines at its beginning and behind its first N_HEAD lines, at
 * its end, and without two that meet. */
static void
add_tidied(struct strbuf *out, const char *text, size_t n_head)
{
    bool was_blank = false, is_first = true;
    size_t n_lines = 0;
    while (*text != '\0') {
        const char *end = strchr(text, '\n');
        size_t size = end != NULL ? (size_t)(end - text) + 1 : strlen(text);
        bool is_blank = strspn(text, " \t\r\n") >= size && end != NULL;
        if (is_blank) {
            was_blank = true;
        }
        else {
            if (was_blank && !is_first && *text != '}' && n_lines != n_head) {
                strbuf_add_char(out, '\n');
            }
            strbuf_add(out, text, size);
            n_lines++;
            was_blank = false;
            is_first = size > 0 && text[strspn(text, " \t")] == '{' && is_first;
        }
        text += size;
    }
}

static bool
holds_word(const char *text, const char *word)
{
    size_t size = strlen(word);
    for (const char *p = strstr(text, word); p != NULL; p = strstr(p + 1, word)) {
        bool begins = p == text || (!isalnum((unsigned char)p[-1]) && p[-1] != '_');
        if (begins && !isalnum((unsigned char)p[size]) && p[size] != '_') {
            return true;
        }
    }
    return false;
}

/* Was something taken out of the body of the exec function? */
static bool
has_removals(const struct conversion *c)
{
    const struct node *body = c->setup->body;
    for (size_t i = 0; i < c->edits.n_items; i++) {
        const struct edit *edit = &c->edits.items[i];
        if (edit->file == body->file && edit->covers && *edit->text == '\0'
            && edit->begin > body->begin && edit->end < body->end)
        {
            return true;
        }
    }
    return false;
}

void
tidy_exec(struct conversion *c)
{
    if (c->is_refused || c->setup == NULL || c->setup->body == NULL
        || (c->is_multi_phase ? !has_removals(c) : !c->has_exec))
    {
        return;
    }
    CLEANUP(strbuf_done) struct strbuf tidied = STRBUF_INIT;
    const struct node *body = c->setup->body;
    const char *text = rendered(c, body->file, body->begin, body->end - 1);

    add_tidied(&tidied, text, c->n_head_lines);
    change_cover(c, body->file, body->begin, body->end - 1, tidied.text,
                 "blank lines that removal left");
    if (c->is_multi_phase || holds_word(text, c->module)) {
        return;
    }
    /* The parameter is not used: say so where it is declared. */
    for (size_t i = 0; i < c->edits.n_items; i++) {
        struct edit *edit = &c->edits.items[i];
        const char *name = TEXT(c, "(PyObject *%s)", c->module);
        const char *place = strstr(edit->text, name);
        if (place != NULL && edit->end == body->begin && edit->file == body->file) {
            edit->text =
                TEXT(c, "%.*s(PyObject *Py_UNUSED(%s))%s", (int)(place - edit->text),
                     edit->text, c->module, place + strlen(name));
        }
    }
}
