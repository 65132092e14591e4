/* gc-member-not-cleared: what an instance owns and its traverse visits, against what its
 * clear lets go: only that can break a cycle. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/cycle_members.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/module_state.h"
#include "extension/slots.h"

/* Does CALL go to a function that is not seen, other than visit and tp_free?  (For
 * function_visit_calls: DATA is not used.) */
static bool
is_hidden(const struct node *call, void *data)
{
    (void)data;
    return call->function == NULL;
}

/* Does CLEAR drop a member of its object, so that the author meant it to break cycles? */
static bool
drops_any(const struct function *clear)
{
    for (size_t i = 0; i < clear->n_calls; i++) {
        if (dropped_member(clear, clear->calls[i]) != NULL) {
            return true;
        }
    }
    return false;
}

/* The field NAME of RECORD, if it points to an object, and not to a type, whose own tp_clear
 * breaks the cycles through it; else NULL. */
static const struct field *
object_field(const struct record *record, const char *name)
{
    for (size_t i = 0; i < record->n_fields; i++) {
        const struct type *type = record->fields[i].type;
        if (strcmp(record->fields[i].name, name) == 0) {
            return type_is_object_pointer(type) && !record_is_type(type->target->record->tag)
                       ? &record->fields[i]
                       : NULL;
        }
    }
    return NULL;
}

/* Does nothing release FIELD when an instance of TYPE goes?  Its functions do not name it. */
static bool
is_never_released(const struct check *check, const struct heap_type *type,
                  const char *field)
{
    static const char *const slots[] = {"Py_tp_dealloc", "Py_tp_finalize", "Py_tp_del"};
    for (size_t i = 0; i < ARRAY_LENGTH(slots); i++) {
        if (function_names_field(check->extension, slots_function(&type->slots, slots[i]),
                                 field, SLOT_DEPTH))
        {
            return false;
        }
    }
    return true;
}

static void
compare(struct check *check, const struct heap_type *type, const struct function *traverse,
        const struct function *clear, const struct function *dealloc)
{
    const struct record *record = heap_type_record(type);
    for (size_t i = 0; record != NULL && i < traverse->n_calls; i++) {
        const struct node *member = visited_reference(traverse, traverse->calls[i]);
        if (member == NULL || member->kind != NODE_MEMBER || member->text[0] == '\0'
            || function_names_field(check->extension, clear, member->text, SLOT_DEPTH)
            || !(function_drops_member(dealloc, member->text, SLOT_DEPTH)
                 || is_never_released(check, type, member->text))
            || object_field(record, member->text) == NULL
            || !member_may_be_in_cycle(check->extension, record, member->text))
        {
            continue;
        }
        check_add_function(
            check, "gc-member-not-cleared", clear,
            "%s does not clear '%s', which instances of '%s' own (%s visits it); a "
            "reference cycle in which only that could be broken is never freed: add "
            "Py_CLEAR",
            clear->name, member->text, type->variable->name, traverse->name);
    }
}

/* At the member, where it is spelled: what can be set there is the matter. */
static void
report_cycle(struct check *check, const struct heap_type *type, const struct record *record,
             const char *name, const struct function *traverse)
{
    const struct field *field = object_field(record, name);
    const struct declaration *at = function_definition(traverse);
    bool is_spelled = record->file != NULL && field->place != 0;
    check_add(check, "gc-member-not-cleared", is_spelled ? record->file : at->file,
              is_spelled ? field->place : at->name, traverse->name,
              "'%s' has no tp_clear, and '%s', which %s visits, can be set to any object; "
              "instances that refer to each other by it are never freed: add a tp_clear "
              "with Py_CLEAR",
              type->variable->name, name, traverse->name);
}

/* TYPE has no tp_clear: may two instances refer to each other by a member alone? */
static void
look_for_cycle(struct check *check, const struct heap_type *type,
               const struct function *traverse)
{
    const struct record *record = heap_type_record(type);
    for (size_t i = 0; record != NULL && i < traverse->n_calls; i++) {
        const struct node *member = visited_reference(traverse, traverse->calls[i]);
        if (member == NULL || member->kind != NODE_MEMBER || member->text[0] == '\0'
            || object_field(record, member->text) == NULL
            || !member_may_be_in_cycle(check->extension, record, member->text)
            || !member_is_given_later(check->extension, type, record, member->text))
        {
            continue;
        }
        report_cycle(check, type, record, member->text, traverse);
        return;
    }
}

/* The type of CPython with a tp_clear that TYPE derives from; NULL: it does not, or that is
 * not seen. */
static const char *
cleared_base(const struct heap_type *type)
{
    static const char *const names[] = {"PyDict_Type", "PyFrozenSet_Type", "PyList_Type",
                                        "PySet_Type", "PyType_Type"};
    const struct node *base = heap_type_base(type);
    const struct node *referent = base != NULL ? node_referent(base) : NULL;
    const struct variable *variable =
        referent != NULL && referent->kind == NODE_NAME ? referent->variable : NULL;
    if (variable == NULL || variable->in_project) {
        return NULL;
    }
    bool has_clear = string_starts(variable->name, "PyExc_");
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        has_clear |= strcmp(variable->name, names[i]) == 0;
    }
    return has_clear ? variable->name : NULL;
}

static void
check_without_clear(struct check *check, const struct heap_type *type,
                    const struct function *traverse)
{
    const char *base = cleared_base(type);
    if (base == NULL) {
        look_for_cycle(check, type, traverse);
        return;
    }
    check_add_function(check, "gc-member-not-cleared", traverse,
                       "'%s' has a tp_traverse, so it does not inherit the tp_clear of %s, and "
                       "cycles through what an instance holds as one of those are never freed: "
                       "add a tp_clear that calls that of the base",
                       type->variable->name, base);
}

void
check_gc_member_not_cleared(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        const struct function *traverse = slots_function(&type->slots, "Py_tp_traverse");
        const struct function *clear = slots_function(&type->slots, "Py_tp_clear");
        const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
        if (traverse != NULL && traverse->body != NULL && type->slots.is_known
            && !slots_have(&type->slots, "Py_tp_clear") && heap_type_is_collected(type)
            && type_is_first_with(check->extension, type, "Py_tp_traverse", traverse))
        {
            check_without_clear(check, type, traverse);
            continue;
        }
        if (traverse == NULL || traverse->body == NULL || clear == NULL
            || clear->body == NULL || dealloc == NULL || dealloc->body == NULL
            || !type_is_first_with(check->extension, type, "Py_tp_clear", clear)
            || !drops_any(clear)
            || function_visit_calls(clear, SLOT_DEPTH, is_hidden, NULL))
        {
            continue;
        }
        compare(check, type, traverse, clear, dealloc);
    }
}
