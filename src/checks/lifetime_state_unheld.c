/* lifetime-state-unheld: an instance keeps its type, the type its module, the module its
 * state.  The chain is missing for a type that has no module, and the collector cuts it
 * before the last instances of a cycle go: type_clear drops the module. */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/index.h"
#include "extension/module_state.h"

/* The member of RECORD that points to a state; NULL if there is none. */
static const char *
state_member(const struct extension *extension, const struct record *record)
{
    for (size_t i = 0; record != NULL && i < record->n_fields; i++) {
        if (type_points_to_state(extension, record->fields[i].type)) {
            return record->fields[i].name;
        }
    }
    return NULL;
}

/* Does NODE name the member FIELD of an instance of RECORD? */
static bool
is_member_of(const struct node *node, const struct record *record, const char *field)
{
    const struct type *type =
        node != NULL && node->kind == NODE_MEMBER && node->op == '>'
            ? member_object_type(node)
            : NULL;
    return type != NULL && type->kind == TYPE_POINTER && type->target != NULL
           && type->target->record == record && strcmp(node->text, field) == 0;
}

/* The assignment that puts a state into FIELD of an instance; NULL if none is seen. */
static const struct node *
stores_state(const struct check *check, const struct record *record, const char *field)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct node *root = function->body;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            if (node->kind == NODE_ASSIGN && is_member_of(node->first, record, field)
                && !function_is_dead(check->extension, function))
            {
                return node;
            }
        }
    }
    return NULL;
}

/* Is VALUE a module or a class, which keeps its module? */
static bool
is_owner(const struct extension *extension, const struct node *value)
{
    value = node_bare(value);
    const struct node *taken = value != NULL ? taken_reference(value) : NULL;
    value = node_bare(taken != NULL ? taken : value);
    const struct variable *variable = node_resolved_variable(value);
    return CALL_IS(value, "PyType_GetModule", "PyType_GetModuleByDef",
                   "PyType_GetModuleByToken", "PyState_FindModule")
           || (variable != NULL
               && ((variable->type->kind == TYPE_POINTER
                    && variable->type->target != NULL
                    && type_is_record(variable->type->target, "PyTypeObject"))
                   || variable_is_module(extension, variable)));
}

/* Does FUNCTION take a reference to the module that a state keeps the address of, for the
 * instance that it makes: Py_INCREF(state->module)? */
static bool
takes_module(const struct extension *extension, const struct function *function)
{
    for (size_t i = 0; function != NULL && i < function->n_calls; i++) {
        const struct node *taken = taken_reference(function->calls[i]);
        if (taken == NULL || taken->kind != NODE_MEMBER
            || !type_points_to_state(extension, member_object_type(taken)))
        {
            continue;
        }
        const struct member_uses *uses = members_called(extension, taken->text);
        for (size_t k = 0; uses != NULL && k < uses->n_items; k++) {
            const struct node *use = uses->items[k], *assign = use->parent;
            const struct variable *given =
                assign != NULL && assign->kind == NODE_ASSIGN && assign->first == use
                    ? node_resolved_variable(use->next)
                    : NULL;
            if (given != NULL && variable_is_module(extension, given)) {
                return true;
            }
        }
    }
    return false;
}

/* Does an instance keep a reference to the module, or to a class of it, too? */
static bool
holds_owner(const struct check *check, const struct record *record)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct node *root = check->source->functions[i]->body;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            const struct node *field =
                node->kind == NODE_ASSIGN ? node_bare(node->first) : NULL;
            if (field != NULL && field->kind == NODE_MEMBER
                && is_member_of(field, record, field->text)
                && type_is_object_pointer(field->type)
                && is_owner(check->extension, node->first->next))
            {
                return true;
            }
        }
    }
    return false;
}

/* Where FUNCTION, or what it calls, reads something of the state behind FIELD; NULL:
 * nowhere. */
static const struct node *
reads_state(const struct check *check, const struct function *function,
            const struct record *record, const char *field, int depth)
{
    const struct node *root = function != NULL ? function->body : NULL;
    for (const struct node *node = root; node; node = node_after(node, root)) {
        if (node->kind == NODE_MEMBER && node->op == '>'
            && is_member_of(node_resolved(node->first), record, field)
            && !node_is_asserted(check->extension, node))
        {
            return node;
        }
        if (depth > 0 && node->kind == NODE_CALL && node->function != NULL
            && node->function != function)
        {
            const struct node *inner =
                reads_state(check, node->function, record, field, depth - 1);
            if (inner != NULL) {
                return inner;
            }
        }
    }
    return NULL;
}

static void
check_teardown(struct check *check, const struct heap_type *type,
               const struct record *record, const char *field)
{
    static const char *const slots[] = {"Py_tp_dealloc", "Py_tp_clear"};
    for (size_t i = 0; i < ARRAY_LENGTH(slots); i++) {
        const struct function *function = slots_function(&type->slots, slots[i]);
        const struct node *read =
            function != NULL
                    && type_is_first_with(check->extension, type, slots[i], function)
                ? reads_state(check, function, record, field, SLOT_DEPTH - 1)
                : NULL;
        if (read != NULL) {
            check_add_node(
                check, "lifetime-state-unheld", read, function->name,
                "%s reads the module state through '%s', but the instance holds no "
                "reference to the module, so the state may already be freed; store a "
                "strong reference to the module next to it",
                function->name, field);
            return;
        }
    }
}

void
check_lifetime_state_unheld(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        const struct record *record = heap_type_record(type);
        const char *field = state_member(extension, record);
        const struct node *store =
            field != NULL ? stores_state(check, record, field) : NULL;
        if (store == NULL || holds_owner(check, record)
            || takes_module(extension, store->within))
        {
            continue;
        }
        if (CALL_IS(heap_type_creation(type), "PyType_FromSpec",
                    "PyType_FromSpecWithBases"))
        {
            check_add_node(
                check, "lifetime-state-unheld", store, type->variable->name,
                "instances of '%s' point to the module state, but neither they nor "
                "their type keep the module alive; use PyType_FromModuleAndSpec, or "
                "store a strong reference to the module next to '%s'",
                type->variable->name, field);
        }
        else if (heap_type_is_collected(type)) {
            check_teardown(check, type, record, field);
        }
    }
}
