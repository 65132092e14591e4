#include "extension/pointer_fate.h"

#include <string.h>

#include "base/macros.h"
#include "extension/address_use.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/foreign_code.h"
#include "model/resource.h"

/* Locals and parameters that have the pointer. */
struct holders {
    const char *releaser;
    const struct variable *items[64];
    size_t n_items;
};

static enum pointer_fate fate_of_value(struct holders *holders, const struct node *value);

static bool
points(const struct type *type)
{
    return type == NULL || type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY;
}

static bool
is_known(const struct holders *holders, const struct variable *local)
{
    for (size_t i = 0; i < holders->n_items; i++) {
        if (holders->items[i] == local) {
            return true;
        }
    }
    return false;
}

/* What becomes of what the local LOCAL is given; nothing, if it was asked before. */
static enum pointer_fate
fate_of_local(struct holders *holders, const struct variable *local)
{
    enum pointer_fate worst = POINTER_USED;
    if (is_known(holders, local)) {
        return worst;
    }
    if (local->storage != STORAGE_AUTOMATIC || !points(local->type)
        || holders->n_items == ARRAY_LENGTH(holders->items))
    {
        return POINTER_SHARED;
    }
    holders->items[holders->n_items++] = local;
    for (size_t i = 0; i < local->n_uses && worst != POINTER_SHARED; i++) {
        const struct node *use = local->uses[i];
        enum pointer_fate fate =
            use->is_address_taken ? POINTER_SHARED : fate_of_value(holders, use);
        worst = fate > worst ? fate : worst;
    }
    return worst;
}

/* Does CALL, of the C API, only read its argument VALUE: does the function's type say so, or do
 * further arguments tell what a format does with text? */
static bool
only_reads(const struct node *call, const struct node *value)
{
    const struct type *function = call_type(call);
    size_t i = call_argument_number(call, value);
    if (function == NULL || value->type == NULL || value->type->target == NULL) {
        return false;
    }
    return i < function->n_parameters
               ? function->parameters[i]->kind == TYPE_POINTER
                     && function->parameters[i]->target != NULL
                     && function->parameters[i]->target->is_const
               : value->type->target->kind == TYPE_INTEGER;
}

/* What CALL, of a function that is not the project's, does with its argument VALUE. */
static enum pointer_fate
fate_in_foreign_call(struct holders *holders, const struct node *call,
                     const struct node *value)
{
    const struct function *function = call->function;
    if (function == NULL || function->header == NULL
        || function_is_of_foreign_library(function)
        || resource_resized_by(call_name(call)) != NULL
        || resource_is_released_by(call_name(call)) || address_keeper(value) != NULL)
    {
        return POINTER_SHARED;
    }
    if (string_starts(function->name, "Py") && !string_starts(function->name, "PyThread_")) {
        return only_reads(call, value) ? POINTER_USED : POINTER_SHARED;
    }
    const struct node *returned = call_returned_argument(call);
    return points(call->type) && (returned == NULL || returned == value)
               ? fate_of_value(holders, call)
               : POINTER_USED;
}

/* Does CALL give out another block for VALUE: `realloc(value, n)`? */
static bool
is_resized(const struct node *call, const struct node *value, const char *releaser)
{
    const struct resource *resized = resource_resized_by(call_name(call));
    return resized != NULL && call_argument(call, 0) == value
           && strcmp(resized->releaser, releaser) == 0;
}

static enum pointer_fate
fate_in_call(struct holders *holders, const struct node *call, const struct node *value)
{
    const struct function *target = call_target(call);
    if (value == call->first) {
        return POINTER_USED; /* it is what is called */
    }
    if (strcmp(call_name(call), holders->releaser) == 0
        || is_resized(call, value, holders->releaser))
    {
        return POINTER_RELEASED;
    }
    if (target == NULL || !target->in_project) {
        return fate_in_foreign_call(holders, call, value);
    }
    size_t number = call_argument_number(call, value);
    return target->body != NULL && number < target->n_parameters
               ? fate_of_local(holders, target->parameters[number])
               : POINTER_SHARED;
}

/* What becomes of VALUE where it is given to a place. */
static enum pointer_fate
fate_in_assignment(struct holders *holders, const struct node *assign,
                   const struct node *value)
{
    const struct node *target = node_bare(assign->first);
    if (value == assign->first) {
        return assign->op == '=' ? POINTER_USED : POINTER_SHARED; /* it moves on */
    }
    if (target->kind != NODE_NAME || target->variable == NULL) {
        return POINTER_SHARED;
    }
    enum pointer_fate local = fate_of_local(holders, target->variable);
    enum pointer_fate whole = fate_of_value(holders, assign);
    return local > whole ? local : whole;
}

/* Of a part of what the pointer leads to, NODE: is its own address used? */
static enum pointer_fate
fate_of_part(struct holders *holders, const struct node *node)
{
    const struct node *parent = node_outer(node)->parent;
    bool is_address =
        parent != NULL && parent->kind == NODE_UNARY && parent->op == OP_ADDRESS;
    bool is_array = node->type == NULL || node->type->kind == TYPE_ARRAY;
    return is_address ? fate_of_value(holders, parent)
           : is_array ? fate_of_value(holders, node)
                      : POINTER_USED;
}

static enum pointer_fate
fate_in_unary(struct holders *holders, const struct node *unary)
{
    switch (unary->op) {
    case OP_DEREFERENCE:
        return fate_of_part(holders, unary);
    case OP_NOT:
        return POINTER_USED;
    default:
        return POINTER_SHARED;
    }
}

static enum pointer_fate
fate_in_binary(struct holders *holders, const struct node *binary, const struct node *value)
{
    switch (binary->op) {
    case OP_EQUAL:
    case OP_NOT_EQUAL:
    case OP_LESS_EQUAL:
    case OP_GREATER_EQUAL:
    case '<':
    case '>':
    case OP_AND:
    case OP_OR:
        return POINTER_USED;
    case ',':
        return value == binary->first ? POINTER_USED
                                      : fate_of_value(holders, binary);
    default:
        return points(binary->type) ? fate_of_value(holders, binary)
               : points(value->type) ? POINTER_USED /* the distance of two */
                                     : POINTER_SHARED;
    }
}

/* Is NODE, a statement of BLOCK, the value of that: `({ …; pointer; })`? */
static bool
is_value_of_block(const struct node *block, const struct node *node)
{
    return block->parent != NULL && block->parent->kind == NODE_STATEMENT_EXPRESSION
           && node->next == NULL;
}

static enum pointer_fate
fate_of_value(struct holders *holders, const struct node *value)
{
    const struct node *node = node_outer(value), *parent = node->parent;
    if (parent == NULL) {
        return POINTER_SHARED;
    }
    switch (parent->kind) {
    case NODE_MEMBER:
    case NODE_SUBSCRIPT:
        return node == parent->first ? fate_of_part(holders, parent) : POINTER_USED;
    case NODE_UNARY:
        return fate_in_unary(holders, parent);
    case NODE_BINARY:
        return fate_in_binary(holders, parent, node);
    case NODE_CONDITIONAL:
        return node == parent->first ? POINTER_USED
                                     : fate_of_value(holders, parent);
    case NODE_ASSIGN:
        return fate_in_assignment(holders, parent, node);
    case NODE_VARIABLE:
        return parent->variable != NULL && node == parent->first
                   ? fate_of_local(holders, parent->variable)
                   : POINTER_SHARED;
    case NODE_CALL:
        return fate_in_call(holders, parent, node);
    case NODE_BLOCK:
        return is_value_of_block(parent, node) ? POINTER_SHARED : POINTER_USED;
    case NODE_LABEL:
    case NODE_CASE:
    case NODE_DEFAULT:
    case NODE_IF:
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_DO:
    case NODE_SIZEOF:
        return POINTER_USED;
    default:
        return POINTER_SHARED;
    }
}

enum pointer_fate
pointer_fate(const struct node *use, const char *releaser)
{
    struct holders holders = {.releaser = releaser};
    return use->is_address_taken ? POINTER_SHARED : fate_of_value(&holders, use);
}

/* Does STATEMENT, or its first part, give VARIABLE another value? */
static bool
replaces(const struct node *statement, const struct variable *variable)
{
    const struct node *target = statement->kind == NODE_ASSIGN && statement->op == '='
                                    ? node_bare(statement->first)
                                    : NULL;
    return target != NULL && target->kind == NODE_NAME && target->variable == variable;
}

/* What runs behind NODE: the next operand of a comma, or statement; NULL: a function or a loop
 * ends. */
static const struct node *
behind(const struct node *node)
{
    for (; node->parent != NULL; node = node->parent) {
        const struct node *parent = node->parent;
        bool is_comma = parent->kind == NODE_BINARY && parent->op == ',';
        bool is_branch = parent->kind == NODE_IF && node != parent->first;
        bool is_operand = parent->kind > NODE_EMPTY || parent->kind == NODE_VARIABLE
                          || parent->kind == NODE_DECLARATIONS;
        if ((parent->kind == NODE_BLOCK || is_comma) && node->next != NULL) {
            return node->next;
        }
        if (parent->kind != NODE_BLOCK && !is_branch && !is_operand) {
            return NULL;
        }
    }
    return NULL;
}

/* Is STATEMENT an `if` that leaves the function, or goes to its end? */
static bool
only_leaves(const struct node *statement)
{
    const struct node *body =
        statement->kind == NODE_IF ? node_child(statement, 1) : NULL;
    while (body != NULL && body->kind == NODE_BLOCK) {
        body = body->first;
        while (body != NULL && body->next != NULL) {
            body = body->next;
        }
    }
    return body != NULL && node_child(statement, 2) == NULL
           && (body->kind == NODE_RETURN || body->kind == NODE_GOTO);
}

bool
pointer_is_replaced(const struct node *use)
{
    const struct node *next = behind(use);
    if (replaces(node_statement(use), use->variable)) {
        return true;
    }
    const struct node *call = call_around(use, NULL);
    /* realloc that fails leaves the old block. */
    if (call != NULL && resource_resized_by(call_name(call)) != NULL && next != NULL
        && only_leaves(next))
    {
        next = behind(next);
    }
    return next != NULL && replaces(next, use->variable);
}
