/* state-static-data */
#include "checks/check.h"
#include "extension/lock.h"
#include "extension/once.h"
#include "extension/static_data.h"
#include "extension/writes.h"
#include "model/lock.h"

/* Is WRITE a plain assignment at import: a table or a setting that every import
 * fills in the same way? */
static bool
is_import_assignment(const struct check *check, const struct node *write)
{
    if (!function_runs_only_at_import(check->extension, write->within)) {
        return false;
    }
    const struct node *node = write;
    while (node->parent != NULL
           && (node->parent->kind == NODE_MEMBER || node->parent->kind == NODE_SUBSCRIPT
               || node->parent->kind == NODE_PAREN))
    {
        node = node->parent;
    }
    const struct node *parent = node->parent;
    bool is_counted =
        parent != NULL
        && ((parent->kind == NODE_ASSIGN && parent->op != '=')
            || (parent->kind == NODE_UNARY
                && (parent->op == OP_INCREMENT || parent->op == OP_DECREMENT)));
    /* `table[i]++` in a loop fills a table; `n_loads++` counts imports. */
    return !is_counted || node->kind == NODE_SUBSCRIPT;
}

static bool
is_state(const struct check *check, const struct writes *writes)
{
    for (size_t i = 0; i < writes->n_items; i++) {
        if (!is_import_assignment(check, writes->items[i])) {
            return true;
        }
    }
    return false;
}

/* Is VARIABLE the flag of the guide's opt-out?  It has to be process-wide. */
static bool
is_guard_flag(const struct check *check, const struct variable *variable)
{
    return variable->type->kind == TYPE_INTEGER
           && file_is_guarded(check->extension, variable_declaration(variable)->file)
           && variable->storage == STORAGE_STATIC;
}

static const char *
what_it_is(const struct type *type)
{
    const struct type *element = type_element(type);
    if (type->kind == TYPE_ARRAY) {
        return "a buffer";
    }
    if (element->kind == TYPE_POINTER) {
        bool is_function = element->target && element->target->kind == TYPE_FUNCTION;
        return is_function ? "a pointer to a function" : "a pointer";
    }
    return element->kind == TYPE_RECORD ? "a struct" : "a value";
}

static void
report(struct check *check, const struct variable *variable,
       const struct writes *writes)
{
    struct finding *finding;
    if (variable->is_thread_local) {
        finding = check_add_variable(
            check, "state-static-data", variable,
            "'%s' is %s with thread storage, shared by all interpreters and module "
            "objects that run in the thread; keep it only if it belongs to the thread",
            variable->name, what_it_is(variable->type));
        finding->level = LEVEL_NOTE;
    }
    else if (variable_is_locked(check->extension, variable, NULL)) {
        finding = check_add_variable(
            check, "state-static-data", variable,
            "'%s' is %s shared by all interpreters and module objects; every use holds "
            "a lock, so it is safe if the sharing is intended",
            variable->name, what_it_is(variable->type));
        finding->level = LEVEL_NOTE;
    }
    else if (variable_is_set_once(check->extension, variable, writes)) {
        finding = check_add_variable(
            check, "state-static-data", variable,
            "'%s' is %s that is lazily initialised to a value that is the same for the "
            "whole process; interpreters with their own GIL may do so concurrently: "
            "make it atomic, or set it at import",
            variable->name, what_it_is(variable->type));
        finding->level = LEVEL_NOTE;
    }
    else if (type_is_atomic(variable->type) || variable_is_used_atomically(variable)) {
        finding = check_add_variable(
            check, "state-static-data", variable,
            "'%s' is atomic data shared by all interpreters and module objects; keep "
            "it only if it belongs to the process",
            variable->name);
        finding->level = LEVEL_NOTE;
    }
    else if (variable_may_be_constant(variable, writes)) {
        finding = check_add_variable(
            check, "state-static-data", variable,
            "'%s' is %s shared by all interpreters and module objects, and functions "
            "outside these sources get a writable pointer to it; if they do not write "
            "it, make it const or local to each call, else move it into the module "
            "state",
            variable->name, what_it_is(variable->type));
        finding->level = LEVEL_NOTE;
    }
    else {
        finding = check_add_variable(
            check, "state-static-data", variable,
            "'%s' is %s that changes after import and is shared by all interpreters "
            "and module objects; move it into the module state",
            variable->name, what_it_is(variable->type));
    }
    finding->automatic =
        variable->type->kind == TYPE_INTEGER && finding->level != LEVEL_NOTE;
    check_add_writers(check, finding, writes);
    check_weigh_guard(check, finding, variable_declaration(variable)->file);
}

void
check_state_static_data(struct check *check)
{
    for (size_t i = 0; i < check->source->n_variables; i++) {
        const struct variable *variable = check->source->variables[i];
        if (!variable_is_process_wide(check->extension, variable)) {
            continue;
        }
        const struct type *element = type_element(variable->type);
        bool holds_object = type_keeps_object(element)
                            || (element->kind == TYPE_POINTER && element->target != NULL
                                && type_holds_object(element->target));
        bool is_const = element->is_const && !variable_keeps_literal(variable);
        if (holds_object || is_const || type_is_api_table(variable->type)
            || type_is_lock(variable->type) || is_guard_flag(check, variable))
        {
            continue;
        }
        struct writes writes = variable_writes(check->extension, variable);
        if (is_state(check, &writes) && !variable_is_given_object(variable, &writes)) {
            report(check, variable, &writes);
        }
    }
}
