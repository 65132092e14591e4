/* PyObject_New does not know the garbage collector: instances of the new heap types
 * come from their tp_alloc ("Avoiding PyObject_New"). */
#include "convert/plan/allocations.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/findings.h"
#include "convert/plan/free_lists.h"
#include "convert/plan/functions.h"
#include "convert/plan/module_holders.h"
#include "convert/plan/variable_selection.h"
#include "convert/plan/variables.h"
#include "extension/expression.h"
#include "extension/object_init.h"

static const char rule[] = "type-not-converted";

/* The moved type that NODE names, below casts and &. */
static const struct variable *
type_named(const struct conversion *c, const struct node *node)
{
    const struct node *referent = node != NULL ? node_referent(node) : NULL;
    const struct variable_plan *plan = referent != NULL && referent->kind == NODE_NAME
                                           ? moving(c, referent->variable)
                                           : NULL;
    return plan != NULL && plan->kind == FIELD_TYPE ? plan->variable : NULL;
}

/* Does a cast to TYPE * stand right in front of the macro use at BEGIN that gives CALL?
 * Its first byte. */
static bool
cast_before(const struct conversion *c, const struct node *call, uint32_t begin,
            const char *type, uint32_t *out_begin)
{
    const struct node *cast = call->parent;
    struct brackets brackets;
    while (cast != NULL && cast->begin == call->begin
           && (cast->kind == NODE_CAST || cast->kind == NODE_PAREN))
    {
        cast = cast->parent; /* the macro's own */
    }
    if (cast == NULL || cast->kind != NODE_CAST || cast->origin == ORIGIN_MACRO
        || cast->begin >= begin
        || !brackets_around(call->file, cast->begin + 1, &brackets)
        || brackets.open != cast->begin)
    {
        return false;
    }
    struct range written = brackets_content(&brackets);
    const char *text = text_of(c, call->file, written.begin, written.end);
    size_t size = strlen(type), blanks;
    *out_begin = cast->begin;
    if (!string_starts(text, type)) {
        return false;
    }
    blanks = strspn(text + size, " ");
    return strcmp(text + size + blanks, "*") == 0;
}

/* Can the type that NODE gives be written twice, and be another one in each run: what a variable,
 * a member or an object knows? */
static bool
is_type_of_something(const struct node *node, unsigned depth)
{
    enum { MAX_TYPE_DEPTH = 8 };
    node = node_bare(node);
    if (node == NULL || depth > MAX_TYPE_DEPTH) {
        return false;
    }
    switch (node->kind) {
    case NODE_NAME:
        return node->variable != NULL;
    case NODE_MEMBER:
        return is_type_of_something(node->first, depth + 1);
    case NODE_SUBSCRIPT:
        return is_type_of_something(node->first, depth + 1)
               && (node_bare(node->first->next)->has_value
                   || is_type_of_something(node->first->next, depth + 1));
    case NODE_CALL:
        return node_is_object_type(node) && strcmp(call_name(node), "PyObject_Type") != 0
               && is_type_of_something(call_argument(node, 0), depth + 1);
    default:
        return false;
    }
}

/* Can the type that NODE points to be one of those that get the collector's flag:
 * one that moves, or one that is only known at run time? */
static bool
is_a_heap_type(const struct conversion *c, const struct node *node)
{
    const struct variable *type = type_named(c, node);
    if (type != NULL) {
        return plan_of_variable(c, type)->is_collected;
    }
    return c->selection->moves_types && is_type_of_something(node, 0) && node->type != NULL
           && node->type->kind == TYPE_POINTER;
}

/* The call of PyObject_New, or the like, that CALL is: its name and its arguments in
 * ALLOCATION; false if it is written otherwise. */
static bool
read_new(const struct node *call, struct allocation *allocation)
{
    const struct source_file *file = call->file;
    struct brackets list, behind;
    struct range name;
    uint32_t word = call->begin;

    allocation->begin = call->begin;
    /* The macro may be named through another one: F(PyObject_New)(T, &type). */
    if (!use_brackets(file, call->begin, &list)) {
        if (!brackets_around(file, call->begin, &behind)
            || !brackets_name(&behind, &name)
            || !brackets_behind(file, behind.close + 1, &list))
        {
            return false;
        }
        allocation->begin = name.begin;
    }
    else if (brackets_behind(file, list.close + 1, &behind)) {
        word = brackets_content(&list).begin;
        list = behind;
    }
    allocation->end = list.close + 1;
    return string_starts(file->text + word, "PyObject_N")
           && brackets_item(&list, 0, &allocation->record)
           && brackets_item(&list, 1, &allocation->type)
           && (!allocation->is_sized || brackets_item(&list, 2, &allocation->size));
}

/* Is TYPE, the argument of a macro, written as a cast? */
static bool
is_cast(const struct node *type)
{
    while (type != NULL && type->kind == NODE_PAREN) {
        type = type->first;
    }
    return type != NULL && type->kind == NODE_CAST;
}

static void
plan_new(struct conversion *c, struct allocations *list, const struct node *call,
         bool is_sized)
{
    const struct node *type = call_argument(call, 0);
    struct allocation allocation = {
        .call = call,
        .is_sized = is_sized,
        .is_cast = is_cast(type),
        .holder = allocating_holder(c, call)};
    uint32_t cast;

    if (!is_a_heap_type(c, node_bare(type))) {
        return;
    }
    if (!read_new(call, &allocation)) {
        refuse_at(
            c, rule, call, NULL,
            "unsupported allocation: only PyObject_New(T, &type) can be converted");
        return;
    }
    const char *record =
        text_of(c, call->file, allocation.record.begin, allocation.record.end);
    if (cast_before(c, call, allocation.begin, record, &cast)) {
        allocation.begin = cast;
    }
    ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &allocation);
}

static void
plan_call(struct conversion *c, struct allocations *list, const struct node *call)
{
    static const char *const initializers[] = {"PyObject_Init",  "PyObject_InitVar",
                                               "PyObject_INIT",  "PyObject_INIT_VAR",
                                               "_PyObject_Init", "_PyObject_InitVar"};
    const char *name = call_name(call);
    const struct module_holder *holder = allocating_holder(c, call);

    if (holder != NULL && open_allocation(call) != NULL) {
        struct holding_allocation holding = {open_allocation(call), holder};
        ARENA_ADD(c->arena, list->holding, list->n_holding, list->holding_capacity,
                  &holding);
    }
    if (strcmp(name, "_PyObject_New") == 0 || strcmp(name, "_PyObject_NewVar") == 0) {
        plan_new(c, list, call, strcmp(name, "_PyObject_NewVar") == 0);
        return;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(initializers); i++) {
        const struct variable *type = strcmp(name, initializers[i]) == 0
                                          ? type_named(c, call_argument(call, 1))
                                          : NULL;
        if (type != NULL && plan_of_variable(c, type)->is_collected
            && !is_revival(c, call) && initialised_before(call) == NULL)
        {
            refuse_at(c, rule, call, type->name,
                      "an instance of '%s' is created in memory of the module, which "
                      "has no room for a GC header",
                      type->name);
        }
    }
}

void
plan_allocations(struct conversion *c)
{
    struct allocations *list = ARENA_NEW(c->arena, struct allocations);
    *list = (struct allocations){0};
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (!plan_of_function(c, function)->belongs || function->body == NULL) {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            if (n->kind == NODE_CALL) {
                plan_call(c, list, n);
            }
        }
    }
    c->allocations = list;
}
