/* gc-visited-twice: the collector subtracts a reference for each visit, but the object that
 * is visited has one. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/module_state.h"

enum { MAX_VISITS = 64, MAX_PATH_DEPTH = 8 };

struct visits {
    const struct check *check;
    char *paths[MAX_VISITS];
    size_t n_items;
};

/* --- what is visited ----------------------------------------------------------------- */

/* Append how FUNCTION gets from its own object to NODE, which is the same text for each way to
 * the same place.  Returns false if it gets there otherwise, or in a way that is not known. */
static bool
add_path(struct strbuf *path, const struct visits *visits, const struct function *function,
         const struct node *node, int depth)
{
    const struct node *place = node_bare(node);
    if (place == NULL || depth > MAX_PATH_DEPTH) {
        return false;
    }
    if (node_is_parameter(function, place, 0)) {
        return true;
    }
    switch (place->kind) {
    case NODE_NAME:
        return place->variable != NULL
               && add_path(path, visits, function, variable_only_value(place->variable),
                           depth + 1);
    case NODE_CALL:
        if (!call_is_module_state(place)
            && !type_points_to_state(visits->check->extension, place->type))
        {
            strbuf_format(path, " %s()", call_name(place));
        }
        return node_is_parameter(function, node_bare(call_argument(place, 0)), 0);
    case NODE_MEMBER: {
        const struct type *type = place->first != NULL ? place->first->type : NULL;
        const struct type *owner =
            type != NULL && type->kind == TYPE_POINTER ? type->target : type;
        if (owner == NULL || owner->record == NULL
            || !add_path(path, visits, function, place->first, depth + 1))
        {
            return false;
        }
        strbuf_format(path, " %p.%s", (const void *)owner->record, place->text);
        return true;
    }
    default:
        return false;
    }
}

/* Does CALL, which visits, run whenever FUNCTION does, unless a visit fails?  Py_VISIT looks for
 * NULL first. */
static bool
is_unconditional(const struct visits *visits, const struct function *function,
                 const struct node *call)
{
    bool is_plain = strcmp(node_use(visits->check->source, call), "Py_VISIT") == 0;
    for (const struct node *node = call->parent; node != NULL && node != function->body;
         node = node->parent)
    {
        switch (node->kind) {
        case NODE_IF:
        case NODE_DO:
            if (!is_plain || node->origin != ORIGIN_MACRO) {
                return false;
            }
            break;
        case NODE_WHILE:
        case NODE_FOR:
        case NODE_SWITCH:
        case NODE_CONDITIONAL:
            return false;
        default:
            break;
        }
    }
    return true;
}

/* --- the check ----------------------------------------------------------------------- */

/* Returns whether PATH was there before. */
static bool
is_known(struct visits *visits, const char *path)
{
    for (size_t i = 0; i < visits->n_items; i++) {
        if (strcmp(visits->paths[i], path) == 0) {
            return true;
        }
    }
    if (visits->n_items < MAX_VISITS) {
        visits->paths[visits->n_items++] =
            arena_string(visits->check->extension->arena, path);
    }
    return false;
}

/* The member that FUNCTION, or one that it hands its object to, visits once more; or NULL. */
static const struct node *
second_visit(struct visits *visits, const struct function *function, int depth)
{
    const struct node *found = NULL;
    for (size_t i = 0; found == NULL && i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        const struct node *visited = visited_reference(function, call);
        const struct function *callee = call_target(call);
        CLEANUP(strbuf_done) struct strbuf path = STRBUF_INIT;
        if (!is_unconditional(visits, function, call)) {
            continue;
        }
        if (visited != NULL) {
            if (visited->kind == NODE_MEMBER && strcmp(visited->text, "ob_type") != 0
                && add_path(&path, visits, function, visited, 0)
                && is_known(visits, path.text))
            {
                found = visited;
            }
        }
        else if (depth > 0 && callee != NULL && callee != function && callee->body != NULL
                 && node_is_parameter(function, node_bare(call_argument(call, 0)), 0))
        {
            found = second_visit(visits, callee, depth - 1);
        }
    }
    return found;
}

static void
check_traverse(struct check *check, const struct function *traverse, const char *owner)
{
    struct visits visits = {.check = check};
    if (traverse == NULL || traverse->body == NULL) {
        return;
    }
    const struct node *member = second_visit(&visits, traverse, SLOT_DEPTH - 1);
    if (member != NULL) {
        check_add_function(check, "gc-visited-twice", traverse,
                           "%s visits '%s' more than once, but %s holds one reference to "
                           "what is there; remove one of the visits, or the collector "
                           "can take an object in use for garbage",
                           traverse->name, member->text, owner);
    }
}

void
check_gc_visited_twice(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        const struct function *traverse = slots_function(&type->slots, "Py_tp_traverse");
        if (traverse != NULL
            && type_is_first_with(extension, type, "Py_tp_traverse", traverse))
        {
            check_traverse(check, traverse, "the instance");
        }
    }
    for (size_t i = 0; i < extension->n_modules; i++) {
        check_traverse(check, extension->modules[i].traverse, "the module");
    }
}
