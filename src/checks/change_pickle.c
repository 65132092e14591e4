/* change-pickle: copyreg refuses to pickle instances of a static type without tp_new by
 * protocols 0 and 1; of a heap type it takes the part that is `object`, which is nothing
 * (Lib/copyreg.py, _reduce_ex). */
#include <string.h>

#include "checks/check.h"
#include "extension/heap_type.h"

/* Has TYPE a method that says how it is pickled? */
static bool
says_how(const struct extension *extension, const struct heap_type *type)
{
    static const char *const names[] = {"__reduce__", "__reduce_ex__", "__getstate__",
                                        "__getnewargs__", "__getnewargs_ex__"};
    for (size_t i = 0; i < extension->n_methods; i++) {
        const struct method *method = &extension->methods[i];
        for (size_t k = 0; k < ARRAY_LENGTH(names) && method->type == type; k++) {
            if (strcmp(method->name, names[k]) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Has an instance something of its own besides the object's head? */
static bool
has_contents(const struct heap_type *type)
{
    const struct record *record = heap_type_record(type);
    return record != NULL && record->n_fields > 1;
}

void
check_change_pickle(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        if (!type->has_flags || slots_have(&type->slots, "Py_tp_new")
            || heap_type_has_flag(type, TYPE_FLAG_DISALLOW_INSTANTIATION)
            || heap_type_bases(type) != BASES_NONE || !has_contents(type)
            || says_how(check->extension, type))
        {
            continue;
        }
        check_add_variable(check, "change-pickle", type->variable,
                           "pickle protocols 0 and 1 accept instances of '%s' and lose "
                           "their state; for a static type without tp_new they raise "
                           "TypeError: add a __reduce__ that raises TypeError",
                           type->variable->name);
    }
}
