/* Allocated memory that leads to objects, and that nothing visits or gives back with the
 * module: what is in it would be alive for ever. */
#include "convert/plan/unvisited_memory.h"

#include <string.h>

#include "base/macros.h"
#include "convert/arena_text.h"
#include "convert/facts/allocated_memory.h"
#include "convert/facts/nodes.h"
#include "convert/facts/reached_functions.h"
#include "convert/findings.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/hooks.h"
#include "convert/plan/linked_objects.h"
#include "convert/plan/retained_globals.h"
#include "extension/calls.h"
#include "extension/cycle_members.h"
#include "extension/expression.h"
#include "extension/methods.h"
#include "extension/module_state.h"
#include "extension/ownership.h"
#include "extension/shared_write.h"

static bool
leads_to_objects(const struct type *type)
{
    if (type->kind != TYPE_POINTER || type->target == NULL) {
        return false;
    }
    const struct type *target = type->target;
    bool is_object = target->kind == TYPE_RECORD && target->record != NULL
                     && record_is_object(target->record);
    return !is_object && (type_is_object_pointer(target) || type_holds_object(target));
}

/* A pointer that lives as long as the module: a static variable, or a field of the state that
 * the module has already. */
struct keeper {
    const struct variable *variable; /* NULL: a field */
    const char *name;
    const struct type *type;
};

/* The call that gives the field of KEEPER its memory in FUNCTION, or NULL. */
static const struct node *
field_allocation(const struct conversion *c, const struct keeper *keeper,
                 const struct function *function)
{
    const struct node *body = function->body;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        const struct node *target = n->kind == NODE_ASSIGN ? node_bare(n->first) : n;
        if (target == NULL || target->kind != NODE_MEMBER
            || strcmp(target->text, keeper->name) != 0 || !is_of_existing_state(c, target))
        {
            continue;
        }
        const struct node *call =
            target != n                     ? allocation_behind(n->first->next)
            : is_allocated_by_address(target) ? call_around(target, NULL)
                                              : NULL;
        if (call != NULL) {
            return call;
        }
    }
    return NULL;
}

static const struct node *
allocation_in(const struct conversion *c, const struct keeper *keeper,
              const struct function *function)
{
    return keeper->variable != NULL ? allocation_of(keeper->variable, function)
                                    : field_allocation(c, keeper, function);
}

/* --- what gives it back --------------------------------------------------------------- */

static void
add_accessors(bool *set, const struct variable *table)
{
    for (size_t i = 0; table != NULL && i < table->n_initializers; i++) {
        const struct function *function = node_function(table->initializers[i].value);
        if (function != NULL) {
            set[function->id] = true;
        }
    }
}

/* Set, by function id, what Python code calls by a table: methods, getters, and slots other
 * than those that take an instance apart. */
static void
add_requested(const struct extension *extension, bool *set)
{
    for (size_t i = 0; i < extension->n_methods; i++) {
        if (extension->methods[i].function != NULL) {
            set[extension->methods[i].function->id] = true;
        }
    }
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct slots *slots = &extension->types[i].slots;
        for (size_t k = 0; k < slots->n_items; k++) {
            const struct slot *slot = &slots->items[k];
            const struct slot_kind *kind = slot_kind_find(slot->name);
            if (strcmp(slot->name, "Py_tp_getset") == 0) {
                add_accessors(set, node_variable(slot->value));
            }
            else if (slot->function != NULL && kind != NULL
                     && kind->receiver != RECEIVER_TEARDOWN)
            {
                set[slot->function->id] = true;
            }
        }
    }
}

/* Is FUNCTION called by somebody else than the code of the module and Python code: by its
 * address, or by its name in code that is not read? */
static bool
is_handed_over(const struct function *function, bool is_requested)
{
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = function->uses[i];
        bool is_call = use->parent != NULL && use->parent->kind == NODE_CALL
                       && use->parent->first == use;
        if (!is_call && (!is_requested || use->within != NULL)) {
            return true;
        }
    }
    return !function->is_static && function->n_uses == 0 && !function_is_entry(function);
}

/* By function id: does it run when an instance, the module or the process goes, or when
 * others want it, and not only where Python code asks for it?  Then all that it releases is
 * not left to the user of the module. */
static const bool *
functions_not_requested(const struct conversion *c)
{
    const struct source *source = c->source;
    bool *requested = ARENA_ARRAY(c->arena, bool, source->n_functions + 1);
    bool *set = ARENA_ARRAY(c->arena, bool, source->n_functions + 1);
    add_requested(c->extension, requested);
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        set[i] = function->in_project && function->body != NULL
                 && is_handed_over(function, requested[i]);
    }
    add_callees(source, set);
    return set;
}

/* Is memory of KEEPER's type given back where nobody asks for it?  Then what it leads to may
 * be, too.  What allocates it does so where something fails. */
static bool
is_given_back(const struct conversion *c, const struct keeper *keeper)
{
    const bool *runs = functions_not_requested(c);
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *body = function->in_project ? function->body : NULL;
        if (body == NULL || !runs[i] || allocation_in(c, keeper, function) != NULL) {
            continue;
        }
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *call = function->calls[k];
            const struct node *argument = strstr(call_name(call), "ree") != NULL
                                              ? node_bare(call_argument(call, 0))
                                              : NULL;
            if (argument != NULL && argument->type != NULL
                && string_equal(argument->type->canonical, keeper->type->canonical))
            {
                return true;
            }
        }
    }
    return false;
}

static const struct node *
allocation_anywhere(const struct conversion *c, const struct keeper *keeper)
{
    const struct node *call = NULL;
    for (size_t i = 0; i < c->source->n_functions && call == NULL; i++) {
        const struct function *function = c->source->functions[i];
        call = function->in_project && function->body != NULL
                   ? allocation_in(c, keeper, function)
                   : NULL;
    }
    return call;
}

const struct node *
allocation_of_field(const struct conversion *c, const struct field *field)
{
    return field->type->kind == TYPE_POINTER
               ? allocation_anywhere(c, &(struct keeper){NULL, field->name, field->type})
               : NULL;
}

/* The allocation of memory of KEEPER that leads to objects which nothing releases, or NULL. */
static const struct node *
unvisited_allocation(const struct conversion *c, const struct keeper *keeper)
{
    return leads_to_objects(keeper->type) && !is_given_back(c, keeper)
               ? allocation_anywhere(c, keeper)
               : NULL;
}

bool
leaves_objects(const struct conversion *c, const struct variable *variable)
{
    const struct keeper keeper = {variable, variable->name, variable->type};
    return unvisited_allocation(c, &keeper) != NULL;
}

/* Does the module's own m_traverse, or what that calls, name KEEPER? */
static bool
is_visited(const struct conversion *c, const struct keeper *keeper)
{
    enum { DEPTH = 3 };
    const struct function *traverse = hook_function(c, "m_traverse");
    return traverse != NULL
           && (keeper->variable != NULL
                   ? hook_names(traverse, keeper->variable)
                   : function_names_field(c->extension, traverse, keeper->name, DEPTH));
}

/* Does FUNCTION take a reference of what the local VARIABLE names, or has it a new one? */
static bool
has_reference_of(const struct function *function, const struct variable *variable)
{
    const struct node *initial = node_bare(variable->initial);
    if (initial != NULL && initial->kind == NODE_CALL) {
        return true;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i], *assign = use->parent;
        const struct node *value = assign != NULL && assign->kind == NODE_ASSIGN
                                           && assign->first == use
                                       ? node_bare(assign->first->next)
                                       : NULL;
        if (value != NULL && value->kind == NODE_CALL) {
            return true;
        }
    }
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *taken = node_bare(taken_reference(function->calls[i]));
        if (taken != NULL && taken->kind == NODE_NAME && taken->variable == variable) {
            return true;
        }
    }
    return false;
}

/* May structs RECORD own what they point to?  Not if each object is put there that the function
 * only borrows: a list of instances, of which tp_dealloc takes its own out. */
static bool
may_own_objects(const struct conversion *c, const struct record *record)
{
    bool is_filled = false;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *body = function->body;
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            const struct node *target = n->kind == NODE_ASSIGN ? node_bare(n->first) : NULL;
            if (target == NULL || target->kind != NODE_MEMBER
                || member_record(target) != record || !type_is_object_pointer(target->type))
            {
                continue;
            }
            const struct node *value = node_bare(n->first->next);
            bool is_borrowed = value != NULL && value->kind == NODE_NAME
                               && value->variable != NULL
                               && value->variable->owner == function
                               && !has_reference_of(function, value->variable)
                               && !field_is_released(c->extension, record, target->text);
            if (!is_borrowed && !is_null(value)) {
                return true;
            }
            is_filled |= is_borrowed;
        }
    }
    return !is_filled;
}

/* The allocation of structs with objects that lead on, which are given back with the module and
 * not visited; or NULL.  What leads back to the module then keeps it. */
static const struct node *
overlooked_allocation(const struct conversion *c, const struct keeper *keeper)
{
    struct linked_objects list;
    const struct record *record =
        leads_to_objects(keeper->type) ? keeper->type->target->record : NULL;
    return record != NULL && keeper->type->target->kind == TYPE_RECORD
                   && !record_holds_leaves(c->extension, record) && !is_visited(c, keeper)
                   && may_own_objects(c, record)
                   && (keeper->variable == NULL || !is_linked_list(c, keeper->variable, &list))
               ? allocation_anywhere(c, keeper)
               : NULL;
}

static void
report_unvisited_memory(struct conversion *c, const struct keeper *keeper)
{
    const struct node *call = unvisited_allocation(c, keeper);
    if (call == NULL) {
        call = overlooked_allocation(c, keeper);
        if (call != NULL) {
            share_globals(c, TEXT(c, "the objects in the memory of '%s' are not visited",
                                  keeper->name));
            note(c, "lifetime-not-converted", call->file, call->begin, keeper->name,
                 "the objects in the memory that '%s' points to are not visited, and keep the "
                 "module where they lead back to it; visit them in m_traverse",
                 keeper->name);
        }
        return;
    }
    share_left(c, keeper->name);
    report(c, "lifetime-not-converted", call->file, call->begin, keeper->name,
           "the objects in the memory that '%s' points to are neither visited nor "
           "released with the module; visit and release them in m_traverse, m_clear and "
           "m_free",
           keeper->name);
}

void
report_unvisited(struct conversion *c, const struct variable *variable)
{
    report_unvisited_memory(c, &(struct keeper){variable, variable->name, variable->type});
}

void
report_unvisited_fields(struct conversion *c)
{
    const struct record *record = c->existing->record;
    for (size_t i = 0; record != NULL && i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        report_unvisited_memory(c, &(struct keeper){NULL, field->name, field->type});
    }
}
