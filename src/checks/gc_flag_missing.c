/* gc-flag-missing: without the flag nobody calls the traverse function. */
#include "checks/check.h"
#include "extension/heap_type.h"
#include "extension/cycle_members.h"

/* A member that instances of TYPE own, by what its dealloc drops, and that may be part of
 * a cycle; NULL: none is seen. */
static const char *
owned_member(const struct extension *extension, const struct heap_type *type)
{
    const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
    const struct record *record = dealloc != NULL ? heap_type_record(type) : NULL;
    for (size_t i = 0; record != NULL && i < dealloc->n_calls; i++) {
        const struct node *member = dropped_member(dealloc, dealloc->calls[i]);
        if (member != NULL && member_may_be_in_cycle(extension, record, member->text)) {
            return member->text;
        }
    }
    return NULL;
}

static void
check_without_traverse(struct check *check, const struct heap_type *type)
{
    const char *member = owned_member(check->extension, type);
    if (member == NULL || heap_type_bases(type) != BASES_NONE) {
        return;
    }
    struct finding *finding = check_add_variable(
        check, "gc-flag-missing", type->variable,
        "'%s' has no Py_TPFLAGS_HAVE_GC, but its instances own '%s'; reference cycles "
        "through it, or through the type and its module, are never collected: add the "
        "flag and a Py_tp_traverse",
        type->variable->name, member);
    finding->level = LEVEL_NOTE;
}

void
check_gc_flag_missing(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        const struct slot *slot = slots_find(&type->slots, "Py_tp_traverse");
        if (!type->has_flags || heap_type_is_collected(type)) {
            continue;
        }
        if (slot == NULL && type->slots.is_known) {
            check_without_traverse(check, type);
        }
        if (slot == NULL || slot->function == NULL) {
            continue;
        }
        check_add_node(check, "gc-flag-missing", slot->value, type->variable->name,
                       "'%s' has a traverse function but no Py_TPFLAGS_HAVE_GC, so the "
                       "function is never called and reference cycles through "
                       "instances or the type are never collected; add the flag",
                       type->variable->name);
    }
}
