/* gc-member-not-visited: what an instance owns, by what its dealloc and clear drop,
 * against what its traverse visits. */
#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/cycle_members.h"
#include "extension/module_state.h"
#include "extension/own_base.h"

static bool
visits_open_member(const struct node *call, void *data)
{
    (void)data;
    const struct node *visited =
        call->within != NULL ? visited_reference(call->within, call) : NULL;
    return visited != NULL && visited->kind == NODE_MEMBER && visited->text[0] == '\0';
}

/* Does the function hand its visit procedure to what cannot be followed, or, being a
 * template, leave open what it visits? */
static bool
delegates(const struct function *traverse)
{
    return function_visits_type(traverse, SLOT_DEPTH - 1) == UNKNOWN
           || function_visit_calls(traverse, SLOT_DEPTH - 1, visits_open_member, NULL);
}

/* Has the type no tp_clear, and would its instances' pointers be left dangling?  Then
 * visiting what they own is worse than not to visit it. */
static bool
points_to_unowned(const struct heap_type *type)
{
    return slots_function(&type->slots, "Py_tp_clear") == NULL
           && record_points_to_unowned(heap_type_record(type),
                                       slots_function(&type->slots, "Py_tp_dealloc"));
}

/* FIRST is another function of the type that was compared before, or NULL: what that
 * drops was told. */
static void
compare(struct check *check, const struct heap_type *type,
        const struct function *traverse, const struct function *dropper,
        const struct function *first)
{
    const struct record *record = heap_type_record(type);
    for (const struct node *node = dropper->body; node;
         node = node_after(node, dropper->body))
    {
        const struct node *member = dropped_member(dropper, node);
        if (member == NULL
            || function_names_field(check->extension, traverse, member->text,
                                    SLOT_DEPTH)
            || function_drops_member(first, member->text, 0)
            || !member_may_be_in_cycle(check->extension, record, member->text))
        {
            continue;
        }
        check_add_function(
            check, "gc-member-not-visited", traverse,
            "%s does not visit '%s', which instances of '%s' own (%s releases it); "
            "reference cycles through it are never collected: add Py_VISIT",
            traverse->name, member->text, type->variable->name, dropper->name);
    }
}

/* TYPE inherits the tp_traverse of a type of the project, which may not know of the members
 * that TYPE adds. */
static void
check_inherited(struct check *check, const struct heap_type *type)
{
    const struct extension *extension = check->extension;
    const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
    const struct record *record = heap_type_record(type);
    if (dealloc == NULL || dealloc->body == NULL || record == NULL) {
        return;
    }
    const struct heap_type *lender = type_lending_traverse(extension, type);
    const struct heap_type *base = lender != NULL ? type_own_base(extension, type) : NULL;
    const struct function *traverse =
        lender != NULL ? slots_function(&lender->slots, "Py_tp_traverse") : NULL;
    if (traverse == NULL || traverse->body == NULL
        || function_hands_visit_on(traverse, SLOT_DEPTH)
        || function_visit_calls(traverse, SLOT_DEPTH - 1, visits_open_member, NULL)
        || (!slots_have(&lender->slots, "Py_tp_clear")
            && record_points_to_unowned(record, dealloc)))
    {
        return;
    }
    for (size_t i = 0; i < record->n_fields; i++) {
        const char *field = record->fields[i].name;
        if (type_adds_field(type, base, field)
            && function_drops_member(dealloc, field, SLOT_DEPTH - 1)
            && !function_names_field(extension, traverse, field, SLOT_DEPTH)
            && member_may_be_in_cycle(extension, record, field))
        {
            check_add_function(
                check, "gc-member-not-visited", dealloc,
                "%s releases '%s', which instances of '%s' own, but '%s' has no tp_traverse "
                "and inherits that of '%s', and %s does not visit the member; reference "
                "cycles through it are never collected: add a tp_traverse that visits it "
                "and calls %s",
                dealloc->name, field, type->variable->name, type->variable->name,
                lender->variable->name, traverse->name, traverse->name);
        }
    }
}

void
check_gc_member_not_visited(struct check *check)
{
    static const char *const droppers[] = {"Py_tp_clear", "Py_tp_dealloc"};
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_static_types; i++) {
        check_inherited(check, &extension->static_types[i]);
    }
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        check_inherited(check, type);
        const struct function *traverse =
            slots_function(&type->slots, "Py_tp_traverse");
        if (traverse == NULL || traverse->body == NULL || !heap_type_is_collected(type)
            || !type_is_first_with(extension, type, "Py_tp_traverse", traverse)
            || delegates(traverse) || points_to_unowned(type))
        {
            continue;
        }
        const struct function *first = NULL;
        for (size_t k = 0; k < ARRAY_LENGTH(droppers); k++) {
            const struct function *dropper = slots_function(&type->slots, droppers[k]);
            if (dropper != NULL && dropper->body != NULL) {
                compare(check, type, traverse, dropper, first);
                first = dropper;
            }
        }
    }
}
