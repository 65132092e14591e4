/* state-static-object */
#include "checks/check.h"
#include "checks/state.h"
#include "checks/writes.h"

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
    return type_holds_object(element);
}

/* An object, not a pointer to one. */
static bool
is_object_itself(const struct type *type)
{
    const struct type *element = type_element(type);
    return element->kind == TYPE_RECORD && element->record != NULL
           && record_is_object(element->record);
}

static void
report(struct check *check, const struct variable *variable,
       const struct writes *writes)
{
    const struct type *element = type_element(variable->type);
    const char *where = variable->owner ? "static of a function" : "static";
    const char *what = is_object_itself(element)         ? "an object"
                       : type_is_object_pointer(element) ? "a reference to an object"
                                                         : "references to objects";
    struct finding *finding = check_add_variable(
        check, "state-static-object", variable,
        "'%s' keeps %s in a C %s%s, shared by every interpreter and module object; "
        "move "
        "it into the module state",
        variable->name, what, variable->is_thread_local ? "thread-local " : "", where);
    finding->automatic = type_is_object_pointer(element) && !variable->is_thread_local;
    state_add_writers(check, finding, writes);
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
            || !is_object_holder(variable->type))
        {
            continue;
        }
        struct writes writes = variable_writes(check->extension, variable);
        /* Never assigned: a constant name of a type or object that is told
         * where it is defined. */
        if (writes.n_items == 0 && !is_object_itself(variable->type)) {
            continue;
        }
        report(check, variable, &writes);
    }
}
