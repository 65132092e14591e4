/* type-size-wrong: basicsize against the struct that the slots' functions take instances
 * for. */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"
#include "extension/heap_type.h"

/* The struct of objects, more than PyObject, that TYPE points to; NULL: none. */
static const struct record *
object_struct(const struct type *type)
{
    const struct type *target =
        type != NULL && type->kind == TYPE_POINTER ? type->target : NULL;
    const struct record *record =
        target != NULL && target->kind == TYPE_RECORD ? target->record : NULL;
    return record != NULL && record->size > 0 && record_is_object(record)
                   && strcmp(record->tag, "_object") != 0
                   && !record_is_type(record->tag) && record->file != NULL
                   && record->file->is_project
               ? record
               : NULL;
}

/* The only struct that FUNCTION takes its first parameter for; NULL: none, or several. */
static const struct record *
struct_of_self(const struct function *function)
{
    if (function == NULL || function->body == NULL || function->n_parameters == 0) {
        return NULL;
    }
    const struct variable *self = function->parameters[0];
    const struct record *found = object_struct(self->type);
    for (size_t i = 0; i < self->n_uses; i++) {
        for (const struct node *node = self->uses[i]->parent;
             node != NULL && (node->kind == NODE_CAST || node->kind == NODE_PAREN);
             node = node->parent)
        {
            const struct record *record =
                node->kind == NODE_CAST ? object_struct(node->type) : NULL;
            if (record != NULL && found != NULL && record != found) {
                return NULL;
            }
            found = record != NULL ? record : found;
        }
    }
    return found;
}

/* Slots whose functions are given an instance of the type, and of no other. */
static bool
takes_instance(const struct slot *slot)
{
    static const char *const names[] = {
        "Py_tp_dealloc", "Py_tp_traverse", "Py_tp_clear", "Py_tp_finalize", "Py_tp_init",
        "Py_tp_repr",    "Py_tp_str",      "Py_tp_hash",  "Py_tp_iternext", "Py_tp_call",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(slot->name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Is the array that RECORD ends with the items of TYPE, which basicsize need not count? */
static bool
ends_with_items(const struct heap_type *type, const struct record *record)
{
    const struct initializer *items = variable_initializer(type->variable, "itemsize");
    const struct slot *slot = slots_find(&type->slots, "Py_tp_itemsize");
    return ((items != NULL && !items->is_zero) || slot != NULL)
           && record->fields[record->n_fields - 1].type->kind == TYPE_ARRAY;
}

void
check_type_size_wrong(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        const struct record *record = NULL;
        const struct function *function = NULL;
        int64_t size = heap_type_size(type);
        bool is_clear = size > 0;
        for (size_t k = 0; k < type->slots.n_items && is_clear; k++) {
            const struct slot *slot = &type->slots.items[k];
            const struct record *one =
                takes_instance(slot) ? struct_of_self(slot->function) : NULL;
            is_clear = one == NULL || record == NULL || one == record;
            if (one != NULL && record == NULL) {
                record = one;
                function = slot->function;
            }
        }
        if (!is_clear || record == NULL || record->size <= size
            || ends_with_items(type, record))
        {
            continue;
        }
        check_add_variable(check, "type-size-wrong", type->variable,
                           "instances of '%s' have %lld bytes (basicsize), but %s takes "
                           "them for '%s', which has %lld: it reads and writes beyond "
                           "their end; set basicsize to the size of that struct",
                           type->variable->name, (long long)size, function->name,
                           record->name, (long long)record->size);
    }
}
