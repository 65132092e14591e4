/* state-static-object */
#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/expression.h"
#include "extension/lock.h"
#include "extension/static_data.h"
#include "extension/writes.h"
#include "model/api.h"

static bool
is_object_holder(const struct type *type)
{
    const struct type *element = type_element(type);
    if (element->kind == TYPE_POINTER && element->target != NULL
        && !type_is_object_pointer(element))
    {
        /* A pointer to a struct of objects: state that was allocated. */
        return type_element(element->target)->kind == TYPE_RECORD
               && !type_is_api_table(element->target)
               && type_holds_object(element->target);
    }
    return type_keeps_object(element);
}

/* An object, not a pointer to one. */
static bool
is_object_itself(const struct type *type)
{
    const struct type *element = type_element(type);
    return element->kind == TYPE_RECORD && element->record != NULL
           && record_is_object(element->record);
}

/* Do all of WRITES give the variable, or an element of it, a process constant? */
static bool
are_constants(const struct writes *writes)
{
    for (size_t i = 0; i < writes->n_items; i++) {
        const struct node *value = write_value(writes->items[i]);
        if (value == NULL || !value_is_process_constant(value)) {
            return false;
        }
    }
    return true;
}

/* Is VARIABLE the cache of a function that newer Pythons bring themselves, under the same
 * name?  What such a stand-in keeps, CPython keeps for the process, too. */
static bool
is_of_stand_in(const struct variable *variable)
{
    return variable->owner != NULL && api_find(variable->owner->name) != NULL;
}

/* Does C++ code give VARIABLE an object where it is defined: by a call, or through a
 * constructor? */
static bool
begins_with_object(const struct variable *variable)
{
    const struct node *value = node_bare(variable->initial);
    if (value == NULL) {
        return false;
    }
    if (value->kind == NODE_CALL
        || (value->function != NULL && value->type != NULL
            && type_is_object_pointer(value->type)))
    {
        return !value_is_process_constant(value);
    }
    for (const struct node *at =
             value->kind == NODE_OTHER || value->kind == NODE_INIT_LIST ? value->first
                                                                        : NULL;
         at != NULL; at = at->next)
    {
        const struct node *bare = node_bare(at);
        if (bare->kind == NODE_CALL && bare->type != NULL
            && type_is_object_pointer(bare->type) && !value_is_process_constant(bare))
        {
            return true;
        }
    }
    return false;
}

/* Is the address of VARIABLE, an object pointer that begins as NULL, kept in a table or a
 * struct?  Nobody assigns to it by name, so whoever fills it does so through that. */
static bool
is_filled_through_table(const struct variable *variable)
{
    const struct node *initial = node_bare(variable->initial);
    bool is_empty = initial == NULL || (initial->has_value && initial->value == 0);
    for (size_t i = 0;
         is_empty && i < variable->n_uses && type_is_object_pointer(variable->type);
         i++)
    {
        const struct node *node = variable->uses[i]->parent;
        if (node == NULL || node->kind != NODE_UNARY || node->op != OP_ADDRESS) {
            continue;
        }
        node = node_outer(node);
        const struct node *target =
            node->parent != NULL && node->parent->kind == NODE_ASSIGN
                ? node_bare(node->parent->first)
                : NULL;
        if (node->parent != NULL
            && (node->parent->kind == NODE_INIT_LIST
                || node->parent->kind == NODE_DESIGNATED
                || (target != NULL && target != node && target->kind == NODE_MEMBER)))
        {
            return true;
        }
    }
    return false;
}

static void
report(struct check *check, const struct variable *variable,
       const struct writes *writes)
{
    const struct type *element = type_element(variable->type);
    const char *where = variable->owner ? "static local variable" : "static variable";
    const char *what = is_object_itself(element)         ? "an object"
                       : type_is_object_pointer(element) ? "a reference to an object"
                                                         : "references to objects";
    struct finding *finding = check_add_variable(
        check, "state-static-object", variable,
        "'%s' stores %s in a %s%s shared by all interpreters and module objects; move "
        "it into the module state",
        variable->name, what, variable->is_thread_local ? "thread-local " : "", where);
    if (is_of_stand_in(variable)) {
        finding->level = LEVEL_NOTE;
        finding_add_evidence(check->findings, finding,
                             "%s is a fallback for a function of newer Python versions",
                             variable->owner->name);
    }
    finding->automatic = type_is_object_pointer(element) && !variable->is_thread_local;
    check_add_writers(check, finding, writes);
    check_weigh_guard(check, finding, variable_declaration(variable)->file);
}

void
check_state_static_object(struct check *check)
{
    for (size_t i = 0; i < check->source->n_variables; i++) {
        const struct variable *variable = check->source->variables[i];
        if (!variable_is_process_wide(check->extension, variable)
            || type_is_api_table(variable->type)
            || type_is_record(variable->type, "PyTypeObject")
            || variable_serves_as_lock(variable))
        {
            continue;
        }
        struct writes writes = variable_writes(check->extension, variable);
        if (!is_object_holder(variable->type)
            && !variable_is_given_object(variable, &writes))
        {
            continue;
        }
        /* Never assigned: a constant name of a type or object that is told
         * where it is defined. */
        if (are_constants(&writes) && !is_object_itself(variable->type)
            && !begins_with_object(variable)
            && (writes.n_items != 0 || !is_filled_through_table(variable)))
        {
            continue;
        }
        report(check, variable, &writes);
    }
}
