#include "extension/python_calls.h"

#include <string.h>

#include "extension/expression.h"

static bool
is_method(const struct extension *extension, const struct function *function)
{
    for (size_t i = 0; i < extension->n_methods; i++) {
        if (extension->methods[i].function == function) {
            return true;
        }
    }
    return false;
}

static bool
is_in_slot(const struct slots *slots, const struct function *function,
           bool needs_object)
{
    for (size_t i = 0; i < slots->n_items; i++) {
        const struct slot_kind *kind = slots->items[i].function == function
                                           ? slot_kind_find(slots->items[i].name)
                                           : NULL;
        if (kind != NULL && (!needs_object || kind->result == SLOT_RESULT_OBJECT)) {
            return true;
        }
    }
    return false;
}

/* Is it in the table of getters and setters of a type? */
static bool
is_accessor(const struct heap_type *type, const struct function *function,
            bool needs_object)
{
    const struct slot *slot = slots_find(&type->slots, "Py_tp_getset");
    const struct variable *table = slot != NULL ? node_variable(slot->value) : NULL;
    for (size_t i = 0; table != NULL && i < table->n_initializers; i++) {
        const struct initializer *at = &table->initializers[i];
        if ((strcmp(at->field, "get") == 0
             || (!needs_object && strcmp(at->field, "set") == 0))
            && node_function(at->value) == function)
        {
            return true;
        }
    }
    return false;
}

static bool
is_called(const struct extension *extension, const struct function *function,
          bool needs_object)
{
    if (is_method(extension, function)) {
        return true;
    }
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        if (is_in_slot(&type->slots, function, needs_object)
            || is_accessor(type, function, needs_object))
        {
            return true;
        }
    }
    for (size_t i = 0; i < extension->n_modules; i++) {
        if (!needs_object
            && is_in_slot(&extension->modules[i].slots, function, needs_object))
        {
            return true;
        }
    }
    return false;
}

bool
function_is_called_by_python(const struct extension *extension,
                             const struct function *function)
{
    return is_called(extension, function, false);
}

bool
function_gives_object(const struct extension *extension,
                      const struct function *function)
{
    return is_called(extension, function, true);
}
