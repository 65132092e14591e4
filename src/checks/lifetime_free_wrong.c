/* lifetime-free-wrong: the function that frees has to belong to the one that allocated,
 * which for instances of a Python subclass is the collector's. */
#include "checks/check.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "model/freeing.h"

/* Does CALL free an object of TYPE, which has no GC header, as one that has? */
static bool
frees_header(const struct heap_type *type, enum freeing freeing)
{
    return freeing == FREES_COLLECTED && type->has_flags && !heap_type_is_collected(type)
           && heap_type_bases(type) == BASES_NONE;
}

void
check_lifetime_free_wrong(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
        const struct node *call = dealloc != NULL ? function_free_call(dealloc) : NULL;
        enum freeing freeing =
            call != NULL ? freeing_of(call_name(call)) : FREES_NOTHING;
        if (call != NULL && frees_header(type, freeing)
            && type_is_first_with(extension, type, "Py_tp_dealloc", dealloc))
        {
            check_add_node(check, "lifetime-free-wrong", call, dealloc->name,
                           "%s frees instances of '%s' with %s, but the type has no "
                           "Py_TPFLAGS_HAVE_GC and its instances no GC header; call "
                           "the type's tp_free",
                           dealloc->name, type->variable->name, call_name(call));
            continue;
        }
        bool is_plain = freeing != FREES_NOTHING && freeing != FREES_COLLECTED;
        if (!is_plain || !type->has_flags
            || !type_is_first_with(extension, type, "Py_tp_dealloc", dealloc)
            || !(heap_type_is_collected(type)
                 || (heap_type_has_flag(type, TYPE_FLAG_BASETYPE)
                     && !heap_type_has_flag(type, TYPE_FLAG_DISALLOW_INSTANTIATION))))
        {
            continue;
        }
        check_add_node(
            check, "lifetime-free-wrong", call, dealloc->name,
            heap_type_is_collected(type)
                ? "%s frees instances of '%s' that have a GC header in front of them; "
                  "call the type's tp_free"
                : "%s also frees instances of Python subclasses of '%s', which have a "
                  "GC header in front of them; call the type's tp_free",
            dealloc->name, type->variable->name);
    }
}
