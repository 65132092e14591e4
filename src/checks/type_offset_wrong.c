/* type-offset-wrong: tp_weaklistoffset and tp_dictoffset have no slots; a heap type says
 * them by special members (3.9) or by flags (3.12).  What is refused stands in
 * Objects/typeobject.c: special_offset_from_member, type_ready_managed_dict. */
#include <string.h>

#include "checks/check.h"
#include "extension/calls.h"
#include "extension/heap_type.h"
#include "extension/members.h"

static const struct offset {
    const char *member; /* its name */
    int64_t flag;       /* that says the same, or 0 */
    const char *flag_name;
} offsets[] = {
    {"__weaklistoffset__", TYPE_FLAG_MANAGED_WEAKREF, "Py_TPFLAGS_MANAGED_WEAKREF"},
    {"__dictoffset__", TYPE_FLAG_MANAGED_DICT, "Py_TPFLAGS_MANAGED_DICT"},
    {"__vectorcalloffset__", 0, NULL},
};

static void
check_member(struct check *check, const struct heap_type *type,
             const struct offset *offset, const struct member *member)
{
    const struct node *place = member->place->value;
    const char *symbol = type->variable->name;
    const int64_t size = heap_type_size(type);
    const int64_t flags = member->flags & ~MEMBER_FLAG_RELATIVE;
    if (member->type != -1 && member->type != MEMBER_TYPE_SIZE) {
        check_add_node(check, "type-offset-wrong", place, symbol,
                       "the member %s of '%s' gives an offset and must be of type "
                       "Py_T_PYSSIZET (T_PYSSIZET)",
                       offset->member, symbol);
    }
    else if (member->flags != -1 && flags != MEMBER_FLAG_READONLY) {
        check_add_node(
            check, "type-offset-wrong", place, symbol,
            "the member %s of '%s' gives an offset and must be Py_READONLY (READONLY)",
            offset->member, symbol);
    }
    else if (member->offset != -1 && size > 0
             && !(member->flags & MEMBER_FLAG_RELATIVE)
             && member->offset + (int64_t)sizeof(void *) > size)
    {
        check_add_node(check, "type-offset-wrong", place, symbol,
                       "the member %s of '%s' gives an offset beyond the %lld bytes of "
                       "an instance",
                       offset->member, symbol, (long long)size);
    }
    if (offset->flag != 0 && heap_type_has_flag(type, offset->flag)) {
        check_add_node(
            check, "type-offset-wrong", place, symbol,
            "'%s' has both the member %s and %s, which CPython rejects; remove one",
            symbol, offset->member, offset->flag_name);
    }
}

static bool
clears_weakrefs(const struct node *call, void *data)
{
    (void)data;
    return strstr(call_name(call), "ClearWeakRefs") != NULL;
}

/* Is there a heap type with the dealloc function DEALLOC that may have weak references? */
static bool
some_type_has_weakrefs(const struct extension *extension,
                       const struct function *dealloc)
{
    struct member member;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        if (slots_function(&type->slots, "Py_tp_dealloc") == dealloc
            && (member_find(type, "__weaklistoffset__", &member)
                || members_are_hidden(type) || !type->has_flags
                || heap_type_has_flag(type, TYPE_FLAG_MANAGED_WEAKREF)
                || heap_type_bases(type) != BASES_NONE))
        {
            return true;
        }
    }
    return false;
}

/* Is FUNCTION also the dealloc of a static type, which says the offset otherwise? */
static bool
is_slot_of_static_type(const struct function *function)
{
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct variable *holder = function->uses[i]->holder;
        if (holder != NULL && type_is_record(holder->type, "PyTypeObject")) {
            return true;
        }
    }
    return false;
}

static void
check_missing(struct check *check, const struct heap_type *type)
{
    const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
    if (dealloc == NULL || dealloc->body == NULL
        || !type_is_first_with(check->extension, type, "Py_tp_dealloc", dealloc)
        || !function_visit_calls(dealloc, SLOT_DEPTH - 1, clears_weakrefs, NULL)
        || some_type_has_weakrefs(check->extension, dealloc)
        || is_slot_of_static_type(dealloc))
    {
        return;
    }
    struct finding *finding = check_add_variable(
        check, "type-offset-wrong", type->variable,
        "%s clears weak references, but '%s' does not support them; add a member "
        "__weaklistoffset__, or Py_TPFLAGS_MANAGED_WEAKREF (since 3.12)",
        dealloc->name, type->variable->name);
    finding->level = LEVEL_WARNING;
}

void
check_type_offset_wrong(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        struct member member;
        for (size_t k = 0; k < ARRAY_LENGTH(offsets); k++) {
            if (member_find(type, offsets[k].member, &member)) {
                check_member(check, type, &offsets[k], &member);
            }
        }
        if (heap_type_has_flag(type, TYPE_FLAG_MANAGED_DICT)
            && !heap_type_is_collected(type) && heap_type_bases(type) == BASES_NONE)
        {
            check_add_variable(check, "type-offset-wrong", type->variable,
                               "'%s' has Py_TPFLAGS_MANAGED_DICT without "
                               "Py_TPFLAGS_HAVE_GC, which CPython rejects",
                               type->variable->name);
        }
        check_missing(check, type);
    }
}
