#include "convert/facts/shared_places.h"

#include <string.h>

#include "convert/facts/fresh_objects.h"
#include "extension/calls.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/module_state.h"
#include "extension/static_data.h"
#include "extension/writes.h"
#include "model/lock.h"

enum { DERIVED_MOST = 64, KEPT_DEPTH = 4 };

bool
access_is_of_teardown(const struct thread_functions *functions, const struct node *node,
                      const struct node *object)
{
    const struct variable *variable = node_resolved_variable(object);
    return functions->contexts[node->within->id] == CONTEXT_TEARDOWN && variable != NULL
           && variable->is_parameter;
}

/* --- places ---------------------------------------------- */

struct reading_places {
    const struct conversion *c;
    const struct thread_functions *functions;
    struct shared_places places;
};

static const struct field *
field_called(const struct record *record, const char *name)
{
    for (size_t i = 0; i < record->n_fields; i++) {
        if (strcmp(record->fields[i].name, name) == 0) {
            return &record->fields[i];
        }
    }
    return NULL;
}

static struct shared_place *
place_of_field(struct reading_places *r, enum place_kind kind,
               const struct record *record, const char *name)
{
    const struct field *field = field_called(record, name);
    for (size_t i = 0; i < r->places.n_items; i++) {
        struct shared_place *place = &r->places.items[i];
        if (place->record == record && place->field == field) {
            return place;
        }
    }
    if (field == NULL) {
        return NULL;
    }
    ARENA_GROW(r->c->arena, r->places.items, r->places.n_items, r->places.capacity);
    struct shared_place *place = &r->places.items[r->places.n_items++];
    *place = (struct shared_place){.kind = kind,
                                   .record = record,
                                   .field = field,
                                   .name = field->name,
                                   .type = field->type};
    return place;
}

static struct shared_place *
place_of_variable(struct reading_places *r, const struct variable *variable)
{
    for (size_t i = 0; i < r->places.n_items; i++) {
        if (r->places.items[i].variable == variable) {
            return &r->places.items[i];
        }
    }
    ARENA_GROW(r->c->arena, r->places.items, r->places.n_items, r->places.capacity);
    struct shared_place *place = &r->places.items[r->places.n_items++];
    *place = (struct shared_place){.kind = PLACE_STATIC,
                                   .variable = variable,
                                   .name = variable->name,
                                   .type = variable->type};
    return place;
}

/* --- what becomes of a value ---------------------------------------------- */

static bool
is_memory(const struct type *type)
{
    return type != NULL
           && ((type->kind == TYPE_POINTER && !type_is_object_pointer(type)
                && type->target != NULL && type->target->kind != TYPE_FUNCTION)
               || type->kind == TYPE_ARRAY);
}

static bool
is_changeable(const struct type *type)
{
    return is_memory(type) && type->target != NULL && !type_element(type->target)->is_const;
}

/* The part of NODE, or of what lies behind it, that the expression around it means; NULL: it
 * means NODE itself. */
static const struct node *
part_around(const struct node *node)
{
    const struct node *outer = node_outer(node);
    const struct node *parent = outer->parent;
    bool is_part = parent != NULL && parent->first == outer
                   && (parent->kind == NODE_SUBSCRIPT || parent->kind == NODE_MEMBER
                       || (parent->kind == NODE_UNARY && parent->op == OP_DEREFERENCE));
    return is_part ? parent : NULL;
}

/* Is nothing of NODE, or of what lies behind it, changed here, or by what it is given to? */
static bool
is_only_read(const struct node *node)
{
    const struct node *value = node;
    for (const struct node *at = node; at != NULL; at = part_around(at)) {
        if (at->is_written || at->is_address_taken) {
            return false;
        }
        value = at;
    }
    const struct node *outer = node_outer(value);
    const struct node *parent = outer->parent;
    if (parent == NULL || value->type == NULL) {
        return false;
    }
    if (value != node
        && (value->type->kind == TYPE_INTEGER || value->type->kind == TYPE_FLOAT
            || type_is_object_pointer(value->type)))
    {
        return !(parent->kind == NODE_ASSIGN && parent->first == outer)
               && !(parent->kind == NODE_UNARY
                    && (parent->op == OP_ADDRESS || parent->op == OP_INCREMENT
                        || parent->op == OP_DECREMENT));
    }
    const struct node *other = parent->kind != NODE_BINARY ? NULL
                               : parent->first == outer    ? outer->next
                                                           : parent->first;
    return other != NULL && (parent->op == OP_EQUAL || parent->op == OP_NOT_EQUAL)
           && node_is_null(other);
}

static void
add_access(struct reading_places *r, struct shared_place *place, const struct node *node,
           const struct node *object, bool is_written, bool is_kept)
{
    for (size_t i = 0; i < place->n_accesses; i++) {
        if (place->accesses[i].node == node) {
            return;
        }
    }
    struct shared_access access = {node, object, is_written, is_kept};
    ARENA_ADD(r->c->arena, place->accesses, place->n_accesses, place->capacity, &access);
    bool is_own = object != NULL && place->kind == PLACE_INSTANCE
                  && (node_is_fresh(object, node)
                      || access_is_of_teardown(r->functions, node, object));
    place->is_changed |= is_written && !is_own;
}

/* Does a function of CPython keep the address that it is given? */
static bool
keeps_address(const struct node *call)
{
    return CALL_IS(call, "PyCapsule_New", "PyCapsule_SetPointer", "PyCapsule_SetContext",
                   "PyMemoryView_FromMemory", "PyMemoryView_FromBuffer",
                   "PyBuffer_FillInfo", "PyLong_FromVoidPtr", "PyThread_start_new_thread");
}

/* Does the function that CALL calls keep what it is given as ARGUMENT, or hand it back? */
static bool
argument_is_kept(const struct node *call, const struct node *argument, int depth)
{
    const struct function *target = call_target(call);
    size_t i = 0;
    for (const struct node *at = call->first->next; at != NULL && at != argument;
         at = at->next)
    {
        i++;
    }
    if (target == NULL || target->body == NULL || i >= target->n_parameters || depth <= 0) {
        return target == NULL || (target->body != NULL && target->in_project);
    }
    const struct variable *parameter = target->parameters[i];
    for (size_t k = 0; k < parameter->n_uses; k++) {
        const struct node *child;
        const struct node *use = node_outer(parameter->uses[k]), *parent = use->parent;
        const struct node *inner = call_around(parameter->uses[k], &child);
        bool is_stored = parent != NULL
                         && ((parent->kind == NODE_ASSIGN && parent->first != use)
                             || parent->kind == NODE_RETURN || parent->kind == NODE_VARIABLE
                             || parent->kind == NODE_INIT_LIST);
        if (is_stored
            || (inner != NULL && inner->first != child
                && (keeps_address(inner) || argument_is_kept(inner, child, depth - 1))))
        {
            return true;
        }
    }
    return false;
}

/* The local that VALUE, an access to PLACE of OBJECT, is put into; NULL: none is.  Its
 * address may go elsewhere. */
static const struct variable *
local_given(struct shared_place *place, const struct node *value,
            const struct node *object, bool is_pointer)
{
    const struct node *child = value, *parent = value->parent;
    while (parent != NULL
           && (parent->kind == NODE_PAREN || parent->kind == NODE_CAST
               || (parent->kind == NODE_CONDITIONAL && parent->first != child)
               || (is_pointer
                   && ((parent->kind == NODE_BINARY
                        && (parent->op == '+' || parent->op == '-'))
                       || (parent->kind == NODE_UNARY && parent->op == OP_ADDRESS)
                       || (parent->kind == NODE_SUBSCRIPT && parent->first == child
                           && parent->parent != NULL
                           && parent->parent->kind == NODE_UNARY
                           && parent->parent->op == OP_ADDRESS)
                       || (parent->kind == NODE_MEMBER && parent->parent != NULL
                           && parent->parent->kind == NODE_UNARY
                           && parent->parent->op == OP_ADDRESS)))))
    {
        child = parent;
        parent = parent->parent;
    }
    if (parent == NULL) {
        return NULL;
    }
    if (parent->kind == NODE_VARIABLE) {
        return parent->variable;
    }
    if (parent->kind == NODE_ASSIGN && parent->first != child) {
        const struct node *target = node_bare(parent->first);
        if (target->kind == NODE_NAME && target->variable != NULL
            && target->variable->storage == STORAGE_AUTOMATIC)
        {
            return target->variable;
        }
        bool is_beside = target->kind == NODE_MEMBER && object != NULL
                         && nodes_are_alike(target->first, object);
        if (is_pointer && !is_beside) {
            place->escape = place->escape != NULL ? place->escape : parent;
        }
        return NULL;
    }
    bool is_out = parent->kind == NODE_RETURN || parent->kind == NODE_INIT_LIST
                  || parent->kind == NODE_DESIGNATED
                  || (parent->kind == NODE_CALL && parent->first != child
                      && (keeps_address(parent)
                          || argument_is_kept(parent, child, KEPT_DEPTH)));
    if (is_pointer && is_out && place->escape == NULL) {
        place->escape = parent;
    }
    return NULL;
}

/* Locals that were given a value. */
struct locals {
    const struct variable *items[DERIVED_MOST];
    size_t n_items;
};

static void
add_local(struct locals *locals, const struct variable *local)
{
    bool is_known = local == NULL || locals->n_items == DERIVED_MOST;
    for (size_t i = 0; i < locals->n_items; i++) {
        is_known |= locals->items[i] == local;
    }
    if (!is_known) {
        locals->items[locals->n_items++] = local;
    }
}

/* NODE is a value of PLACE; so is each use of a local that it is put into, of memory or of an
 * object that is borrowed. */
static void
follow_value(struct reading_places *r, struct shared_place *place,
             const struct node *node, const struct node *object)
{
    struct locals locals = {.n_items = 0};
    bool is_object = node->type != NULL && type_is_object_pointer(node->type);
    bool is_pointer = is_memory(node->type) || node->is_address_taken;
    if (!is_object && !is_pointer) {
        return;
    }
    add_local(&locals, local_given(place, node, object, is_pointer));
    for (size_t i = 0; i < locals.n_items; i++) {
        const struct variable *local = locals.items[i];
        if (is_object && local->n_uses > 0 && local->owner != NULL
            && function_takes_reference(local->owner, local->uses[0]))
        {
            continue; /* it holds the object itself */
        }
        for (size_t k = 0; k < local->n_uses; k++) {
            const struct node *use = local->uses[k];
            if (!use->is_written) {
                add_access(r, place, use, object,
                           !is_object && is_changeable(local->type)
                               && !is_only_read(use),
                           is_object);
                add_local(&locals, local_given(place, use, object, is_pointer));
            }
        }
    }
}

/* --- the walk ---------------------------------------------- */

/* The kind of place that a field of RECORD is; false: it is none that threads share. */
static bool
kind_of_record(const struct conversion *c, const struct record *record,
               const struct type *type, enum place_kind *out)
{
    if (record == NULL || record->file == NULL || !record->file->is_project) {
        return false;
    }
    if (record == c->module->state || type_points_to_state(c->extension, type)) {
        *out = PLACE_STATE;
        return true;
    }
    *out = PLACE_INSTANCE;
    return record_is_object(record);
}

static void
read_member(struct reading_places *r, const struct node *node)
{
    const struct node *base = node_bare(node->first);
    const struct type *type = node->first->type; /* that of a cast */
    bool is_arrow = node->op == '>';
    const struct record *record =
        type == NULL   ? NULL
        : !is_arrow    ? type->record
        : type->target ? type->target->record
                       : NULL;
    enum place_kind kind;
    if (!kind_of_record(r->c, record, type, &kind)
        || (base->kind == NODE_NAME && !is_arrow && base->variable != NULL
            && base->variable->storage == STORAGE_AUTOMATIC
            && base->type->kind == TYPE_RECORD))
    {
        return;
    }
    struct shared_place *place = place_of_field(r, kind, record, node->text);
    if (place == NULL || strcmp(node->text, "ob_base") == 0) {
        return;
    }
    const struct node *object =
        is_arrow                                                 ? base
        : base->kind == NODE_UNARY && base->op == OP_DEREFERENCE ? base->first
                                                                 : NULL;
    bool is_written = node->is_written || node->is_address_taken
                      || (is_changeable(place->type) && !is_only_read(node));
    add_access(r, place, node, object, is_written, false);
    follow_value(r, place, node, object);
}

static bool
may_change(const struct conversion *c, const struct variable *variable)
{
    return variable_is_process_wide(c->extension, variable) && !variable->is_thread_local
           && !type_is_api_table(variable->type) && !type_is_lock(variable->type)
           && !type_is_record(variable->type, "PyTypeObject")
           && !type_element(variable->type)->is_const
           && (variable_writes(c->extension, variable).n_items > 0);
}

static void
read_name(struct reading_places *r, const struct node *node)
{
    const struct variable *variable = node->variable;
    if (variable == NULL || !variable_is_static(variable) || !may_change(r->c, variable)) {
        return;
    }
    struct shared_place *place = place_of_variable(r, variable);
    bool is_written = node->is_written || node->is_address_taken
                      || (is_changeable(variable->type) && !is_only_read(node));
    add_access(r, place, node, NULL, is_written, false);
    follow_value(r, place, node, NULL);
}

/* Does FUNCTION run in threads for another module of the run, whose types may be the same? */
static bool
is_of_other_module(const struct conversion *c, const struct function *function)
{
    return function->body != NULL && function->in_project
           && !module_holds_file(c->extension, c->module, function->file)
           && !function_is_dead(c->extension, function)
           && !function_runs_only_at_import(c->extension, function);
}

/* NODE, in code of another module, may change a field that this one uses. */
static void
read_foreign_member(struct reading_places *r, const struct node *node)
{
    const struct type *type = node->first->type;
    const struct record *record = type == NULL       ? NULL
                                  : node->op != '>' ? type->record
                                  : type->target    ? type->target->record
                                                    : NULL;
    for (size_t i = 0; record != NULL && i < r->places.n_items; i++) {
        struct shared_place *place = &r->places.items[i];
        bool is_it = place->record == record && strcmp(place->name, node->text) == 0;
        if (is_it
            && (node->is_written || node->is_address_taken
                || (is_changeable(place->type) && !is_only_read(node)))
            && !node_is_fresh(node->first, node))
        {
            place->is_changed = true;
        }
    }
}

struct shared_places
shared_places_read(const struct conversion *c, const struct thread_functions *functions)
{
    struct reading_places r = {.c = c, .functions = functions};
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *root = functions->contexts[i] != CONTEXT_NONE ? function->body : NULL;
        for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
            if (node->kind == NODE_MEMBER && node->first != NULL) {
                read_member(&r, node);
            }
            else if (node->kind == NODE_NAME) {
                read_name(&r, node);
            }
        }
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *root =
            functions->contexts[i] == CONTEXT_NONE && is_of_other_module(c, function)
                ? function->body
                : NULL;
        for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
            if (node->kind == NODE_MEMBER && node->first != NULL) {
                read_foreign_member(&r, node);
            }
        }
    }
    return r.places;
}
