#include "extension/container.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "extension/expression.h"
#include "model/lock.h"

/* The object that NODE calls a method of, and the NAME of that: of `v.clear()`, `v[i]`,
 * `text = other`; NULL: it calls none. */
static const struct node *
object_of(const struct node *node, const char **name)
{
    if (node->kind == NODE_CALL) {
        const struct node *callee = node_bare(node->first);
        *name = callee->text;
        return callee->kind == NODE_MEMBER && callee->function != NULL ? callee->first : NULL;
    }
    if (node->kind == NODE_OTHER && node->function != NULL
        && string_starts(node->function->name, "operator"))
    {
        *name = node->function->name;
        return node->first;
    }
    return NULL;
}

bool
type_is_container(const struct type *type)
{
    static const char *const names[] = {
        "basic_string", "deque",         "forward_list", "list",          "map",
        "multimap",     "multiset",      "priority_queue", "queue",       "set",
        "shared_ptr",   "stack",         "string",       "unique_ptr",    "unordered_map",
        "unordered_multimap", "unordered_multiset", "unordered_set", "vector", "wstring",
    };
    if (type != NULL && type->kind == TYPE_POINTER) {
        type = type->target;
    }
    return type != NULL && type->kind == TYPE_RECORD && strstr(type->canonical, "std::") != NULL
           && type->record != NULL && !type->is_const
           && type_has_word(type, names, ARRAY_LENGTH(names));
}

static bool
is_listed(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Does operator[] of TYPE insert? */
static bool
is_map(const struct type *type)
{
    static const char *const names[] = {"map", "unordered_map"};
    type = type->kind == TYPE_POINTER ? type->target : type;
    return type_has_word(type, names, ARRAY_LENGTH(names));
}

/* Is NODE what is assigned to, or incremented? */
static bool
is_target(const struct node *node)
{
    const struct node *outer = node_outer(node), *parent = outer->parent;
    return parent != NULL && parent->first == outer
           && (parent->kind == NODE_ASSIGN
               || (parent->kind == NODE_UNARY
                   && (parent->op == OP_INCREMENT || parent->op == OP_DECREMENT)));
}

/* OBJECT behind a local that is another name of it; NULL: a local is a copy of it. */
static const struct node *
named_object(const struct node *object)
{
    const struct node *bare = node_bare(object);
    const struct variable *local = bare->kind == NODE_NAME ? bare->variable : NULL;
    if (local != NULL && local->type->is_reference && local->initial != NULL) {
        return node_resolved(local->initial);
    }
    return local != NULL && local->type->kind == TYPE_RECORD && type_is_container(local->type)
               ? NULL
               : node_resolved(bare);
}

/* What NODE, a call of an algorithm of the standard library, changes: where its first iterator
 * comes from, or what it swaps; NULL: it is none. */
static const struct node *
changed_range(const struct node *node)
{
    static const char *const names[] = {
        "fill",    "fill_n",           "generate", "iota",        "iter_swap", "nth_element",
        "partial_sort", "partition",   "remove",   "remove_if",   "replace",   "reverse",
        "rotate",  "shuffle",          "sort",     "stable_sort", "swap",      "unique",
    };
    const struct function *function = node->kind == NODE_CALL ? node->function : NULL;
    bool is_algorithm = function != NULL && !function->in_project && !function->is_member
                        && is_listed(function->name, names, ARRAY_LENGTH(names));
    const struct node *place = is_algorithm ? call_argument(node, 0) : NULL;
    place = place != NULL ? node_bare(place) : NULL;
    return place != NULL && place->kind != NODE_NAME ? place : NULL;
}

const struct node *
changed_container(const struct node *node)
{
    static const char *const changes[] = {
        "append",        "assign",          "clear",         "emplace",      "emplace_back",
        "emplace_front", "emplace_hint",    "erase",         "erase_after",  "extract",
        "insert",        "insert_after",    "insert_or_assign", "merge",     "operator+=",
        "operator=",     "pop",             "pop_back",      "pop_front",    "push",
        "push_back",     "push_front",      "rehash",        "release",      "remove",
        "remove_if",     "reserve",         "reset",         "resize",       "reverse",
        "shrink_to_fit", "sort",            "splice",        "swap",         "try_emplace",
        "unique",
    };
    const char *name = "";
    const struct node *object = object_of(node, &name);
    if (object == NULL || object->type == NULL || !type_is_container(object->type)) {
        return changed_range(node);
    }
    bool is_insertion =
        strcmp(name, "operator[]") == 0 && is_map(object->type) && !is_target(node);
    bool is_own_pointer = object->type->kind == TYPE_POINTER && node->kind == NODE_OTHER;
    return !is_own_pointer
                   && (is_insertion || is_listed(name, changes, ARRAY_LENGTH(changes)))
               ? named_object(object)
               : NULL;
}

const struct node *
container_of_item(const struct node *node)
{
    static const char *const parts[] = {
        "at",    "back",       "begin",       "data",      "end",  "find", "front", "get",
        "operator*", "operator->", "operator[]", "rbegin", "top",
    };
    const char *name = "";
    const struct node *object = object_of(node, &name);
    bool is_part = object != NULL && is_listed(name, parts, ARRAY_LENGTH(parts))
                   && (node->kind == NODE_OTHER || type_is_container(object->type));
    return is_part ? named_object(object) : NULL;
}
