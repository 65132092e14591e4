/* Queries about nodes of the tree that the model does not answer. */
#include "convert/facts/nodes.h"

#include <ctype.h>
#include <string.h>

bool
node_text_is(const struct node *node, const char *text)
{
    size_t size = strlen(text);
    if (node->file == NULL || node->begin + size > node->file->size
        || memcmp(node->file->text + node->begin, text, size) != 0)
    {
        return false;
    }
    const char next = node->begin + size < node->file->size
                          ? node->file->text[node->begin + size]
                          : '\0';
    return !isalnum((unsigned char)next) && next != '_';
}

bool
is_visit_parameter(const struct node *callee)
{
    return callee->kind == NODE_NAME && callee->variable != NULL
           && callee->variable->is_parameter
           && strcmp(callee->variable->type->spelling, "visitproc") == 0;
}

bool
is_null(const struct node *node)
{
    node = node_bare(node);
    if (node == NULL) {
        return false;
    }
    if (node->has_value && node->value == 0) {
        return true;
    }
    return node->kind == NODE_NUMBER && node->file != NULL
           && node_text_is(node, "NULL");
}

bool
is_null_in_each_build(const struct node *node)
{
    if (!is_null(node)) {
        return false;
    }
    node = node_bare(node);
    return node->origin == ORIGIN_FILE || node_text_is(node, "NULL")
           || node_text_is(node, "false");
}

bool
is_zero_in_each_build(const struct node *node)
{
    if (is_null_in_each_build(node)) {
        return true;
    }
    node = node_bare(node);
    if (node == NULL || node->kind != NODE_NUMBER || node->has_value || node->file == NULL
        || node->origin != ORIGIN_FILE)
    {
        return false;
    }
    const char *text = node->file->text + node->begin;
    size_t n_digits = strspn(text, "0."), n_suffix = strspn(text + n_digits, "fFlL");
    return n_digits > 0 && node->begin + n_digits + n_suffix == node->end;
}

bool
item_is_null(const struct initializer *item)
{
    return item->is_zero
           && (item->from_macro || item->value == NULL
               || is_null_in_each_build(item->value));
}

const struct node *
direct_call(const struct node *name)
{
    const struct node *outer = node_outer(name);
    const struct node *call = outer->parent;
    return call != NULL && call->kind == NODE_CALL && call->first == outer ? call
                                                                           : NULL;
}

bool
is_inside(const struct node *node, const struct node *outer)
{
    while (node != NULL && node != outer) {
        node = node->parent;
    }
    return node != NULL;
}

bool
leaves(const struct node *statement)
{
    if (statement == NULL) {
        return false;
    }
    if (statement->kind == NODE_RETURN || statement->kind == NODE_GOTO
        || statement->kind == NODE_THROW)
    {
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

bool
is_sized(const struct node *node)
{
    const struct node *parent = node_outer(node)->parent;
    return parent != NULL && parent->kind == NODE_SIZEOF;
}

bool
calls(const struct node *root, const char *name)
{
    for (const struct node *n = root; n != NULL; n = node_after(n, root)) {
        if (n->kind == NODE_CALL && strcmp(call_name(n), name) == 0) {
            return true;
        }
    }
    return false;
}

const struct initializer *
initializer_beside(const struct variable *variable, const struct initializer *item,
                   const char *field)
{
    for (size_t i = 0; i < variable->n_initializers; i++) {
        const struct initializer *other = &variable->initializers[i];
        if (other->element == item->element && strcmp(other->field, field) == 0) {
            return other;
        }
    }
    return NULL;
}

bool
is_made_of_self(const struct function *function, const struct variable *local)
{
    const struct node *initial = node_bare(local->initial);
    bool is_self = initial != NULL && initial->variable == function->parameters[0];
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *assign = local->uses[i]->parent;
        if (assign == NULL || assign->kind != NODE_ASSIGN
            || assign->first != local->uses[i]) {
            continue;
        }
        const struct node *value = node_bare(assign->first->next);
        if (value == NULL || value->variable != function->parameters[0]) {
            return false;
        }
        is_self = true;
    }
    return is_self;
}

bool
is_whole_statement(const struct node *node)
{
    const struct node *parent = node->parent;
    if (parent == NULL) {
        return false;
    }
    switch (parent->kind) {
    case NODE_BLOCK:
    case NODE_LABEL:
    case NODE_CASE:
    case NODE_DEFAULT:
        return true;
    case NODE_IF:
        return parent->first != node;
    default:
        return false;
    }
}

bool
is_reassigned(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (variable->uses[i]->is_written || variable->uses[i]->is_address_taken) {
            return true;
        }
    }
    return false;
}

uint32_t
name_begin(const struct node *node)
{
    const char *name = node->variable != NULL   ? node->variable->name
                       : node->function != NULL ? node->function->name
                                                : NULL;
    size_t size = name != NULL ? strlen(name) : 0;
    if (size == 0 || node->kind != NODE_NAME || node->origin == ORIGIN_MACRO || node->file == NULL
        || node->end - node->begin <= size || node->end > node->file->size)
    {
        return node->begin;
    }
    const char *last = node->file->text + node->end - size;
    return memcmp(last, name, size) == 0 && last[-1] != '_' && !isalnum((unsigned char)last[-1])
               ? node->end - (uint32_t)size
               : node->begin;
}

bool
node_texts_match(const struct node *one, const struct node *other)
{
    size_t size = one->end - one->begin;
    return size == (size_t)(other->end - other->begin)
           && memcmp(one->file->text + one->begin, other->file->text + other->begin, size)
                  == 0;
}
