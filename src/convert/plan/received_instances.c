/* What a library calls back with is often not the instance itself, but leads to it: user
 * data in a struct of the library, or what a function of the library has for its handle.
 * The code says that it is an instance when it makes a local of it; the look-up of the
 * state stands behind that, and behind the question whether it is NULL. */
#include "convert/plan/received_instances.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/plan/instances.h"
#include "extension/expression.h"

/* --- what is asked of an instance ------------------------------------------------------ */

/* Does CALL tell whether its first argument is of a type? */
static bool
asks_type(const struct node *call)
{
    static const char *const names[] = {
        "PyObject_TypeCheck", "_PyObject_TypeCheck", "Py_IS_TYPE",
        "_Py_IS_TYPE",        "PyObject_IsInstance", "PyType_IsSubtype",
    };
    const char *name = call_name(call);
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Does PARENT, an operand of which is an object, have something else than the object or its type? */
static bool
leads_elsewhere(const struct node *parent)
{
    return parent->kind == NODE_MEMBER && strcmp(parent->text, "ob_type") != 0
           && strcmp(parent->text, "ob_base") != 0;
}

/* Is the type of what USE names looked at: handed to a check, or compared? */
static bool
is_type_asked(const struct node *use)
{
    for (const struct node *n = use; n->parent != NULL && !leads_elsewhere(n->parent);
         n = n->parent)
    {
        const struct node *parent = n->parent;
        bool is_type =
            (n->kind == NODE_CALL && strstr(call_name(n), "Py_TYPE") != NULL)
            || (n->kind == NODE_MEMBER && strcmp(n->text, "ob_type") == 0);
        if ((parent->kind == NODE_CALL && call_argument(parent, 0) == n && asks_type(parent))
            || (is_type && node_outer(n)->parent != NULL
                && node_outer(n)->parent->kind == NODE_BINARY))
        {
            return true;
        }
        if (parent->kind < NODE_NAME) {
            return false;
        }
    }
    return false;
}

/* The parameter or local that VALUE is, below casts. */
static const struct variable *
variable_of(const struct node *value)
{
    value = value != NULL ? node_bare(value) : NULL;
    return value != NULL && value->kind == NODE_NAME ? value->variable : NULL;
}

bool
is_surely_instance(const struct function *function, const struct variable *variable)
{
    const struct variable *origin = variable_of(variable->initial);
    for (const struct node *n = function->body; n != NULL;
         n = node_after(n, function->body))
    {
        if (n->kind == NODE_NAME && n->variable != NULL
            && (n->variable == variable || n->variable == origin) && is_type_asked(n))
        {
            return false;
        }
    }
    return true;
}

/* The condition that asks whether the pointer USE is NULL; *OUT_IS_NULL: it holds if so. */
static const struct node *
null_test(const struct node *use, bool *out_is_null)
{
    const struct node *node = node_outer(use), *parent = node->parent;
    *out_is_null = false;
    if (parent == NULL) {
        return NULL;
    }
    switch (parent->kind) {
    case NODE_UNARY:
        *out_is_null = true;
        return parent->op == OP_NOT ? parent : NULL;
    case NODE_BINARY: {
        if (parent->op == OP_AND || parent->op == OP_OR) {
            return node;
        }
        const struct node *other =
            parent->first == node ? node->next : parent->first;
        *out_is_null = parent->op == OP_EQUAL;
        return (parent->op == OP_EQUAL || parent->op == OP_NOT_EQUAL) && is_null(other)
                   ? parent
                   : NULL;
    }
    case NODE_IF:
    case NODE_CONDITIONAL:
    case NODE_WHILE:
        return parent->first == node ? node : NULL;
    default:
        return NULL;
    }
}

/* Does the statement or expression NODE do nothing but end the process? */
static bool
ends_process(const struct node *node)
{
    node = node != NULL ? node_bare(node) : NULL;
    while (node != NULL && node->kind == NODE_BLOCK && node_n_children(node) == 1) {
        node = node_bare(node->first);
    }
    return node != NULL
           && CALL_IS(node, "__assert_fail", "__assert_rtn", "__assert", "_wassert", "abort");
}

/* Does the author say that what TEST asks for is not NULL, as assert() does?  That has the
 * question in sizeof, too, where it is not asked. */
static bool
is_asserted(const struct node *test, bool is_null_then)
{
    const struct node *node = test;
    for (const struct node *n = test->parent; n != NULL && n->kind >= NODE_NAME; n = n->parent) {
        if (n->kind == NODE_SIZEOF) {
            return true;
        }
    }
    while (node->parent != NULL && node->parent->kind >= NODE_NAME
           && node->parent->kind != NODE_CONDITIONAL)
    {
        node = node->parent;
    }
    const struct node *parent = node->parent;
    return parent != NULL && (parent->kind == NODE_IF || parent->kind == NODE_CONDITIONAL)
           && parent->first == node && ends_process(node_child(parent, is_null_then ? 1 : 2));
}

bool
is_tested_for_null(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        bool is_null_then;
        const struct node *test = null_test(variable->uses[i], &is_null_then);
        if (test != NULL && !is_asserted(test, is_null_then)) {
            return true;
        }
    }
    return false;
}

/* --- locals ----------------------------------------------------------------------------- */

/* Does VALUE come from what FUNCTION was called with, and from nothing static? */
static bool
comes_from_arguments(const struct node *value)
{
    bool is_given = false;
    for (const struct node *n = value; n != NULL; n = node_after(n, value)) {
        if (n->kind != NODE_NAME || n->variable == NULL) {
            continue;
        }
        if (variable_is_static(n->variable)) {
            return false;
        }
        is_given = true;
    }
    return is_given;
}

/* Is LOCAL written N_WRITES times, and never by its address? */
static bool
is_written_only(const struct variable *local, size_t n_writes)
{
    size_t n = 0;
    for (size_t i = 0; i < local->n_uses; i++) {
        if (local->uses[i]->is_address_taken) {
            return false;
        }
        n += local->uses[i]->is_written;
    }
    return n == n_writes;
}

/* The statement of FUNCTION's outermost block that NODE is in. */
static const struct node *
outermost_statement(const struct function *function, const struct node *node)
{
    while (node != NULL && node->parent != function->body) {
        node = node->parent;
    }
    return node;
}

/* Does STATEMENT leave FUNCTION where CONDITION, a part of it, holds? */
static bool
is_way_out(const struct node *statement, const struct node *condition)
{
    if (statement->kind != NODE_IF || node_n_children(statement) != 2
        || !leaves(node_child(statement, 1)))
    {
        return false;
    }
    const struct node *node = condition;
    while (node != statement->first
           && (node->parent->kind == NODE_PAREN
               || (node->parent->kind == NODE_BINARY && node->parent->op == OP_OR)))
    {
        node = node->parent;
    }
    return node == statement->first;
}

/* The same as BEHIND, or the later statement of FUNCTION behind which POINTER, the value of
 * an instance from the place BEGIN on, is not NULL; NULL: that is not known. */
static const struct node *
behind_null_tests(const struct function *function, const struct variable *pointer,
                  uint32_t begin, const struct node *behind)
{
    bool is_known = false;
    for (size_t i = 0; pointer != NULL && i < pointer->n_uses; i++) {
        bool is_null_then;
        const struct node *test = null_test(pointer->uses[i], &is_null_then);
        const struct node *outer = outermost_statement(function, pointer->uses[i]);
        if (test == NULL || is_asserted(test, is_null_then) || outer == NULL || is_known) {
            continue;
        }
        if (!is_null_then || !is_way_out(outer, test)) {
            return NULL;
        }
        is_known = true;
        if (outer->begin > begin && (behind == NULL || outer->begin > behind->begin)) {
            behind = outer;
        }
    }
    return behind;
}

static bool
is_instance_local(const struct conversion *c, const struct function *function,
                  const struct variable *local, const struct node *value,
                  size_t n_writes)
{
    return local != NULL && !variable_is_static(local) && !local->is_parameter
           && is_own_instance(c, local->type) && value != NULL
           && comes_from_arguments(value) && is_written_only(local, n_writes)
           && is_surely_instance(function, local);
}

/* The local that STATEMENT, of the outermost block, makes an instance; NULL: none. */
static const struct variable *
made_instance(const struct conversion *c, const struct function *function,
              const struct node *statement)
{
    const struct node *bare = node_bare(statement);
    if (statement->origin != ORIGIN_FILE) {
        return NULL;
    }
    if (statement->kind == NODE_DECLARATIONS) {
        for (const struct node *n = statement->first; n != NULL; n = n->next) {
            if (n->variable != NULL
                && is_instance_local(c, function, n->variable, n->variable->initial, 0))
            {
                return n->variable;
            }
        }
    }
    else if (bare->kind == NODE_ASSIGN && bare->op == '=') {
        const struct variable *local = variable_of(bare->first);
        if (local != NULL && local->initial == NULL
            && is_instance_local(c, function, local, bare->first->next, 1))
        {
            return local;
        }
    }
    return NULL;
}

/* What STATEMENT makes LOCAL of, if that is a variable. */
static const struct variable *
given_value(const struct variable *local, const struct node *statement)
{
    return variable_of(local->initial != NULL ? local->initial
                                              : node_bare(statement)->first->next);
}

/* A parameter that is an instance, behind the question whether it is NULL. */
static bool
find_tested(const struct conversion *c, const struct function *function,
            struct received_instance *out)
{
    for (size_t i = 0; i < function->n_parameters; i++) {
        const struct variable *parameter = function->parameters[i];
        const struct node *behind =
            is_own_instance(c, parameter->type)
                    && is_surely_instance(function, parameter)
                    && is_written_only(parameter, 0)
                ? behind_null_tests(function, parameter, function->body->begin, NULL)
                : NULL;
        if (behind != NULL) {
            *out = (struct received_instance){
                .local = parameter, .behind = behind, .type = parameter->type};
            return true;
        }
    }
    return false;
}

static bool
find_local(const struct conversion *c, const struct function *function,
           struct received_instance *out)
{
    for (const struct node *n = function->body->first; n != NULL; n = n->next) {
        const struct variable *local = made_instance(c, function, n);
        const struct node *behind =
            local != NULL ? behind_null_tests(function, local, n->begin, n) : NULL;
        if (behind != NULL) {
            behind = behind_null_tests(function, given_value(local, n), n->begin, behind);
        }
        if (behind != NULL) {
            *out = (struct received_instance){
                .local = local, .behind = behind, .type = local->type};
            return true;
        }
    }
    return false;
}

/* --- members that other functions of a table read ---------------------------------------- */

/* Do all assignments to a member NAME of structs of other projects give it an instance, as
 * TYPE points to? */
static bool
is_member_for_instances(const struct conversion *c, const char *name,
                        const struct type *type)
{
    bool is_one = false;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct node *body = c->source->functions[i]->body;
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            const struct node *target =
                n->kind == NODE_ASSIGN ? node_bare(n->first) : NULL;
            if (target == NULL || target->kind != NODE_MEMBER
                || strcmp(target->text, name) != 0)
            {
                continue;
            }
            const struct type *given = node_bare(n->first->next)->type;
            if (!is_own_instance(c, given)
                || given->target->record != type->target->record)
            {
                return false;
            }
            is_one = true;
        }
    }
    return is_one;
}

/* Is the one written value of the instance local of SIBLING a member of a parameter whose
 * type FUNCTION also has?  Then that is FUNCTION's instance. */
static bool
is_member_of_sibling(const struct conversion *c, const struct function *function,
                     const struct function *sibling, struct received_instance *out)
{
    struct received_instance theirs;
    if (sibling == function || sibling->body == NULL
        || !find_local(c, sibling, &theirs) || theirs.behind->kind != NODE_DECLARATIONS)
    {
        return false;
    }
    const struct node *member = node_bare(theirs.local->initial);
    const struct variable *parameter =
        member->kind == NODE_MEMBER && member->op == '>' ? variable_of(member->first)
                                                         : NULL;
    if (parameter == NULL || !parameter->is_parameter
        || !is_member_for_instances(c, member->text, theirs.local->type))
    {
        return false;
    }
    for (size_t i = 0; i < function->n_parameters; i++) {
        if (function->parameters[i]->type != NULL
            && strcmp(function->parameters[i]->type->canonical,
                      parameter->type->canonical)
                   == 0)
        {
            *out = (struct received_instance){
                .parameter = i, .member = member->text, .type = theirs.local->type};
            return true;
        }
    }
    return false;
}

/* The table of a struct whose functions a library calls, of which FUNCTION is one. */
static const struct variable *
table_of(const struct function *function)
{
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct variable *holder = function->uses[i]->holder;
        if (holder != NULL && holder->type != NULL && holder->type->kind == TYPE_RECORD) {
            return holder;
        }
    }
    return NULL;
}

static bool
find_member(const struct conversion *c, const struct function *function,
            struct received_instance *out)
{
    const struct variable *table = table_of(function);
    for (size_t i = 0; table != NULL && i < table->n_initializers; i++) {
        const struct node *referent = node_referent(table->initializers[i].value);
        if (referent != NULL && referent->kind == NODE_NAME && referent->function != NULL
            && is_member_of_sibling(c, function, referent->function, out))
        {
            return true;
        }
    }
    return false;
}

bool
find_received_instance(const struct conversion *c, const struct function *function,
                       struct received_instance *out)
{
    return find_local(c, function, out) || find_tested(c, function, out)
           || find_member(c, function, out);
}
