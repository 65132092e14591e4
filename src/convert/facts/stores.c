/* Assignments of objects to static variables, and what becomes of the references: whether the
 * old value is released, and whether the new one moves from another variable. */
#include "convert/facts/stores.h"

#include <string.h>

#include "convert/facts/inactive/words.h"
#include "convert/facts/nodes.h"
#include "extension/writes.h"
#include "model/extent.h"

enum { MAX_LOCALS = 4 };

/* Are A and B spelled alike in one file? */
static bool
is_spelled_as(const struct node *a, const struct node *b)
{
    return a->file == b->file && a->origin == ORIGIN_FILE && b->origin == ORIGIN_FILE
           && node_texts_match(a, b);
}

/* Does FUNCTION release what is written as TARGET is, between BEGIN and END? */
static bool
releases(const struct function *function, const struct node *target, uint32_t begin,
         uint32_t end)
{
    static const char *const names[] = {"Py_DECREF", "Py_XDECREF", "Py_CLEAR",
                                        "Py_SETREF", "Py_XSETREF", "Py_DecRef"};
    const struct source_file *file = function->body->file;
    size_t size = target->end - target->begin;
    if (target->file != file || target->origin == ORIGIN_MACRO) {
        return false;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        struct word word = {.file = file, .end = begin};
        struct brackets arguments;
        while (word_next(&word, names[i], end)) {
            if (!use_brackets(file, word.begin, &arguments)) {
                continue;
            }
            struct range given = brackets_content(&arguments);
            if (given.end - given.begin >= size
                && memcmp(file->text + given.begin, file->text + target->begin, size) == 0
                && (given.end - given.begin == size || file->text[given.begin + size] == ','))
            {
                return true;
            }
        }
    }
    return false;
}

const struct node *
store_value(const struct node *assign)
{
    const struct node *value = node_bare(assign->first->next);
    while (value->kind == NODE_ASSIGN && value->op == '=') {
        value = node_bare(value->first->next);
    }
    return value;
}

bool
store_releases_old(const struct node *assign)
{
    const struct node *body = assign->within->body;
    return releases(assign->within, assign->first, body->begin, body->end);
}

/* Does CONDITION ask whether what is written as TARGET is, is NULL, or whether it is not? */
static bool
asks(const struct node *condition, const struct node *target, bool is_not)
{
    for (const struct node *n = condition; n != NULL; n = node_after(n, condition)) {
        const struct node *left = n->first != NULL ? node_bare(n->first) : NULL;
        const struct node *right =
            left != NULL && n->first->next != NULL ? node_bare(n->first->next) : NULL;
        bool is_null_test = n->kind == NODE_UNARY && n->op == OP_NOT && left != NULL
                            && is_spelled_as(left, target);
        bool is_comparison = n->kind == NODE_BINARY && right != NULL
                             && ((is_spelled_as(left, target) && is_null(right))
                                 || (is_spelled_as(right, target) && is_null(left)));
        if (!is_not && (is_null_test || (is_comparison && n->op == OP_EQUAL))) {
            return true;
        }
        if (is_not
            && ((is_comparison && n->op == OP_NOT_EQUAL)
                || (n->parent != NULL && n->parent->kind == NODE_IF
                    && is_spelled_as(node_bare(n), target))))
        {
            return true;
        }
    }
    return false;
}

bool
store_is_first(const struct node *assign)
{
    const struct node *target = node_bare(assign->first);
    for (const struct node *child = assign, *at = assign->parent; at != NULL;
         child = at, at = at->parent)
    {
        const struct node *condition = at->kind == NODE_IF ? at->first : NULL;
        if (condition != NULL && condition->next != NULL
            && ((child == condition->next && asks(condition, target, false))
                || (child == condition->next->next && asks(condition, target, true))))
        {
            return true;
        }
        for (const struct node *n = at->kind == NODE_BLOCK ? at->first : NULL;
             n != NULL && n != child; n = n->next)
        {
            if (n->kind == NODE_IF && leaves(node_child(n, 1)) && asks(n->first, target, true)) {
                return true;
            }
        }
    }
    return false;
}

/* The last value that LOCAL is given before PLACE, as the text runs; NULL. */
static const struct node *
last_value(const struct variable *local, const struct node *place)
{
    const struct node *last = local->initial;
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *assign = local->uses[i]->parent;
        if (assign != NULL && assign->kind == NODE_ASSIGN && assign->first == local->uses[i]
            && assign->begin < place->begin && (last == NULL || last->begin < assign->begin))
        {
            last = assign->first->next;
        }
    }
    return last;
}

/* The static that NODE is, or a part of it without what a pointer leads to; NULL. */
static const struct variable *
static_read(const struct node *node)
{
    while (node != NULL
           && (node->kind == NODE_SUBSCRIPT || (node->kind == NODE_MEMBER && node->op == '.')))
    {
        node = node->first != NULL ? node_bare(node->first) : NULL;
    }
    return node != NULL && node->kind == NODE_NAME && node->variable != NULL
                   && variable_is_static(node->variable)
               ? node->variable
               : NULL;
}

/* Is NODE where the value of an assignment, an initialiser or a return stands? */
static bool
is_value(const struct node *node)
{
    const struct node *outer = node_outer(node), *parent = outer->parent;
    return parent != NULL
           && ((parent->kind == NODE_ASSIGN && parent->first != outer)
               || parent->kind == NODE_VARIABLE || parent->kind == NODE_RETURN);
}

/* How many times FUNCTION reads what is spelled as NODE is, for another place, before END. */
static size_t
count_readings(const struct function *function, const struct node *node, uint32_t end)
{
    size_t n_readings = 0;
    for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
        n_readings +=
            n->begin < end && node_bare(n) == n && is_spelled_as(n, node) && is_value(n);
    }
    return n_readings;
}

bool
store_target_is_read(const struct node *assign)
{
    return count_readings(assign->within, node_bare(assign->first), assign->begin) > 0;
}

/* The first assignment in FUNCTION behind SOURCE that writes what is spelled so; NULL. */
static const struct node *
overwriting(const struct function *function, const struct node *source)
{
    for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
        if (n->kind == NODE_ASSIGN && n->op == '=' && n->begin > source->begin
            && is_spelled_as(node_bare(n->first), source))
        {
            return n;
        }
    }
    return NULL;
}

struct static_reading
store_reading(const struct node *value, const struct node *assign)
{
    struct static_reading reading = {READS_NO_STATIC, NULL, false};
    const struct function *function = assign->within;
    const struct node *source = node_bare(value);
    for (int i = 0; i < MAX_LOCALS && source->kind == NODE_NAME && source->variable != NULL
                    && source->variable->storage == STORAGE_AUTOMATIC;
         i++)
    {
        const struct node *last = last_value(source->variable, source);
        if (last == NULL) {
            return reading;
        }
        source = node_bare(last);
    }
    reading.variable = static_read(source);
    if (reading.variable == NULL) {
        return reading;
    }
    reading.is_of_target = is_spelled_as(source, node_bare(assign->first));
    const struct node *next = overwriting(function, source);
    reading.kind = next == NULL || releases(function, source, source->end, next->begin)
                       ? READS_IT
                   : count_readings(function, source, UINT32_MAX) > 1 ? READS_UNCLEAR
                                                                      : READS_AND_MOVES;
    return reading;
}

bool
function_hands_on(const struct function *function, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->within == function && is_value(use)) {
            return true;
        }
    }
    return false;
}

bool
variable_loses_values(const struct conversion *c, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        const struct node *target = use;
        while (target->parent != NULL
               && ((target->parent->kind == NODE_SUBSCRIPT && target->parent->first == target)
                   || (target->parent->kind == NODE_MEMBER && target->parent->op == '.')
                   || target->parent->kind == NODE_PAREN))
        {
            target = target->parent;
        }
        const struct node *assign = target->parent;
        if (use->within != NULL && assign != NULL && assign->kind == NODE_ASSIGN
            && assign->first == target && !function_runs_only_at_import(c->extension, use->within)
            && !is_null(store_value(assign)) && !store_releases_old(assign)
            && !store_is_first(assign) && !function_hands_on(use->within, variable))
        {
            return true;
        }
    }
    return false;
}
