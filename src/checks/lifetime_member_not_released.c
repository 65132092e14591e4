/* lifetime-member-not-released: the collector calls tp_clear for cycles only.  What an
 * instance owns has to be released by tp_dealloc, too. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/cycle_members.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/index.h"
#include "extension/members.h"
#include "extension/module_state.h"
#include "extension/own_base.h"
#include "extension/ownership.h"
#include "extension/references.h"
#include "extension/static_types.h"

/* What a tp_dealloc is asked for. */
struct ending {
    const struct extension *extension;
    const struct function *clear; /* the type's tp_clear, or NULL */
    const struct function *base;  /* OUT: the tp_dealloc of a base that it calls by the type's
                                     name, or NULL */
};

/* Does CALL, `Base_Type.tp_dealloc(self)`, call what is seen: the tp_dealloc of a static type of
 * the project, or of one of CPython's, which knows of no member of the project's? */
static bool
is_named_dealloc(struct ending *ending, const struct node *callee)
{
    const struct node *base =
        callee != NULL && callee->kind == NODE_MEMBER && callee->op == '.'
                && strcmp(callee->text, "tp_dealloc") == 0
            ? node_bare(callee->first)
            : NULL;
    const struct variable *variable =
        base != NULL && base->kind == NODE_NAME ? base->variable : NULL;
    if (variable == NULL || !type_is_record(variable->type, "PyTypeObject")) {
        return false;
    }
    if (!variable->in_project) {
        return string_starts(variable->name, "Py");
    }
    const struct heap_type *type = static_type_of(ending->extension, variable);
    const struct function *dealloc =
        type != NULL && type->slots.is_known
                && !field_is_written_by_pointer(ending->extension, "tp_dealloc")
            ? slots_function(&type->slots, "Py_tp_dealloc")
            : NULL;
    if (dealloc == NULL || dealloc->body == NULL
        || (ending->base != NULL && ending->base != dealloc))
    {
        return false;
    }
    ending->base = dealloc;
    return true;
}

/* Does CALL leave the rest to a function that is not seen: tp_clear, or the tp_dealloc of a
 * base, through a pointer?  (For function_visit_calls: DATA is the struct ending.) */
static bool
hands_on(const struct node *call, void *data)
{
    struct ending *ending = data;
    if (call->function != NULL) {
        return call->function == ending->clear && call->function->body == NULL;
    }
    const struct node *callee = node_bare(call->first);
    if (is_named_dealloc(ending, callee)) {
        return false;
    }
    const char *name = callee == NULL                ? ""
                       : callee->kind == NODE_MEMBER ? callee->text
                       : callee->variable != NULL    ? callee->type->spelling
                                                     : "";
    return strcmp(name, "tp_free") != 0 && strcmp(name, "freefunc") != 0;
}

/* Is MEMBER, which clear drops, dropped when an instance goes, or handed to what may do
 * it?  BASE: the tp_dealloc of a base that is called then, or NULL. */
static bool
is_released(const struct check *check, const struct heap_type *type,
            const struct function *base, const char *member)
{
    static const char *const slots[] = {"Py_tp_dealloc", "Py_tp_finalize", "Py_tp_del"};
    for (size_t i = 0; i < ARRAY_LENGTH(slots); i++) {
        const struct function *function = slots_function(&type->slots, slots[i]);
        if (function_names_field(check->extension, function, member, SLOT_DEPTH)) {
            return true;
        }
    }
    return function_names_field(check->extension, base, member, SLOT_DEPTH);
}

static bool
is_named_by_one_of(const struct check *check, const struct heap_type *types, size_t n_types,
                   const char *field)
{
    for (size_t i = 0; i < n_types; i++) {
        const struct function *dealloc = slots_function(&types[i].slots, "Py_tp_dealloc");
        if (dealloc != NULL
            && function_names_field(check->extension, dealloc, field, SLOT_DEPTH))
        {
            return true;
        }
    }
    return false;
}

/* Does the tp_dealloc of any type name the member FIELD?  It may be a base's. */
static bool
is_named_by_dealloc(const struct check *check, const char *field)
{
    const struct extension *extension = check->extension;
    return is_named_by_one_of(check, extension->types, extension->n_types, field)
           || is_named_by_one_of(check, extension->static_types, extension->n_static_types,
                                 field);
}

/* (For function_visit_calls: DATA points to the function.) */
static bool
is_call_of(const struct node *call, void *data)
{
    return call_target(call) == *(const struct function *const *)data;
}

/* Does CALL drop a reference?  (For function_visit_calls.) */
static bool
drops_objects(const struct node *call, void *data)
{
    (void)data;
    return released_reference(call) != NULL;
}

/* Does HELPER, which tp_clear hands the instance to, release what instances of TYPE own, while
 * nothing that runs when one goes calls it, or names a member that it names? */
static bool
is_left_out(const struct check *check, const struct heap_type *type,
            const struct function *base, const struct function *helper)
{
    static const char *const slots[] = {"Py_tp_dealloc", "Py_tp_finalize", "Py_tp_del"};
    bool names_members = false;
    if (helper->body == NULL || helper->n_parameters == 0
        || !function_visit_calls(helper, SLOT_DEPTH, drops_objects, NULL)
        || function_visit_calls(base, SLOT_DEPTH, is_call_of, &helper))
    {
        return false;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(slots); i++) {
        const struct function *function = slots_function(&type->slots, slots[i]);
        if (function_visit_calls(function, SLOT_DEPTH, is_call_of, &helper)) {
            return false;
        }
    }
    for (const struct node *node = helper->body; node != NULL;
         node = node_after(node, helper->body))
    {
        if (node->kind != NODE_MEMBER || !node_is_parameter(helper, node->first, 0)) {
            continue;
        }
        if (is_released(check, type, base, node->text)) {
            return false;
        }
        names_members = true;
    }
    return names_members;
}

/* What tp_clear leaves to helpers, and tp_dealloc to nobody. */
static void
check_helpers(struct check *check, const struct heap_type *type,
              const struct function *clear, const struct function *base)
{
    const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
    for (size_t i = 0; dealloc != NULL && i < clear->n_calls; i++) {
        const struct node *call = clear->calls[i];
        const struct function *helper = call->function;
        const struct node *self = call_argument(call, 0);
        if (helper != NULL && helper->in_project && helper != clear && self != NULL
            && node_is_parameter(clear, self, 0) && is_left_out(check, type, base, helper))
        {
            check_add_function(check, "lifetime-member-not-released", dealloc,
                               "%s does not call %s, which releases what instances of '%s' own "
                               "(%s calls it, but only the garbage collector calls that); each "
                               "instance leaks it: call it here, too",
                               dealloc->name, helper->name, type->variable->name, clear->name);
        }
    }
}

static void
check_type(struct check *check, const struct heap_type *type,
           const struct function *clear, const struct function *base)
{
    const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
    check_helpers(check, type, clear, base);
    for (size_t i = 0; i < clear->n_calls; i++) {
        const struct node *member = dropped_member(clear, clear->calls[i]);
        if (member == NULL || is_released(check, type, base, member->text)
            || (dealloc == NULL && heap_type_bases(type) != BASES_NONE
                && is_named_by_dealloc(check, member->text)))
        {
            continue;
        }
        if (dealloc != NULL) {
            check_add_function(check, "lifetime-member-not-released", dealloc,
                               "%s does not release '%s', which instances of '%s' own "
                               "(%s releases it, but only the garbage collector calls "
                               "that); each instance leaks it: add Py_CLEAR",
                               dealloc->name, member->text, type->variable->name,
                               clear->name);
        }
        else {
            check_add_variable(check, "lifetime-member-not-released", type->variable,
                               "'%s' has no Py_tp_dealloc, and the inherited one does "
                               "not release '%s' (%s does, but only the garbage "
                               "collector calls that); each instance leaks it: add a "
                               "Py_tp_dealloc that releases each member",
                               type->variable->name, member->text, clear->name);
        }
    }
}

/* Is VALUE a new reference, of an object that may die? */
static bool
is_new_reference(const struct node *value)
{
    value = node_bare(value);
    if (value == NULL || value->kind != NODE_CALL || value->function == NULL
        || value->function->in_project || call_gives_immortal(value))
    {
        return false;
    }
    const struct node *taken = taken_reference(value);
    if (taken != NULL) {
        return taken->kind == NODE_NAME && taken->variable != NULL
               && taken->variable->in_project;
    }
    return string_starts(call_name(value), "Py") && type_is_object_pointer(value->type)
           && reference_given_by(call_name(value)) == REFERENCE_NEW;
}

/* Is CALL what Py_VISIT does: a call of the function that tp_traverse is given? */
static bool
is_visit(const struct node *call)
{
    const struct node *callee = node_bare(call->first);
    return callee != NULL && callee->kind == NODE_NAME && callee->variable != NULL
           && callee->type != NULL && strcmp(callee->type->spelling, "visitproc") == 0;
}

/* Does the function that CALL calls leave the reference of its argument CHILD to its caller? */
static bool
leaves_reference(const struct check *check, const struct node *call, const struct node *child)
{
    size_t number = 0;
    while (call_argument(call, number) != NULL && call_argument(call, number) != child) {
        number++;
    }
    if (is_visit(call)) {
        return true;
    }
    if (call->function == NULL || released_reference(call) != NULL) {
        return false;
    }
    if (!call->function->in_project) {
        int stolen = reference_stolen_by(call_name(call));
        return stolen != (int)number && stolen != REFERENCE_STOLEN_ALL;
    }
    const struct ownership *callee = function_ownership(check->extension, call->function);
    if (callee == NULL || callee->n_ends == 0 || number >= OWNERSHIP_PARAMETERS_MOST) {
        return false;
    }
    for (size_t i = 0; i < callee->n_ends; i++) {
        if (callee->ends[i].unknown[number] || callee->ends[i].counts[number] < 0) {
            return false;
        }
    }
    return true;
}

/* Does USE, which reads the member, leave its reference where it is? */
static bool
keeps_reference(const struct check *check, const struct node *use)
{
    const struct node *outer = node_outer(use), *parent = outer->parent, *child = NULL;
    const struct node *call = call_around(use, &child);
    if (use->is_address_taken || parent == NULL) {
        return false;
    }
    if (call != NULL) {
        return call->first != child && leaves_reference(check, call, child);
    }
    return parent->kind == NODE_IF || parent->kind == NODE_BINARY
           || parent->kind == NODE_UNARY || parent->kind == NODE_MEMBER
           || parent->kind == NODE_WHILE;
}

static const struct record *
record_of(const struct node *member)
{
    const struct type *type = member_object_type(member);
    while (type != NULL && type->kind == TYPE_POINTER) {
        type = type->target;
    }
    return type != NULL ? type->record : NULL;
}

/* Where the member FIELD of RECORD is given a new reference, if nothing ever takes that from
 * it; NULL: it is not, or who owns it is not known. */
static const struct node *
kept_for_ever(const struct check *check, const struct record *record, const char *field)
{
    const struct member_uses *uses = members_called(check->extension, field);
    const struct node *giving = NULL;
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *use = uses->items[i], *outer = node_outer(use);
        if (record_of(use) != record) {
            continue;
        }
        if (!use->is_written) {
            if (!keeps_reference(check, use)) {
                return NULL;
            }
            continue;
        }
        const struct node *assign = outer->parent;
        if (assign == NULL || assign->kind != NODE_ASSIGN || assign->first != outer
            || assign->op != '=' || use->is_address_taken)
        {
            return NULL;
        }
        if (is_new_reference(outer->next)) {
            giving = use;
        }
        else if (!node_is_null(outer->next)) {
            return NULL;
        }
    }
    return giving;
}

/* Does what CPython gives TYPE as its tp_dealloc release FIELD: the __dict__ of the instances, or a
 * member of its table? */
static bool
releases_itself(const struct heap_type *type, const char *field)
{
    struct member member;
    return members_release(type, field)
           || (member_find(type, "__dictoffset__", &member)
               && member_names_field(type, &member, field));
}

/* Is USE, a member, what Py_VISIT is given: `visit((PyObject *)self->member, arg)`? */
static bool
is_visited_at(const struct node *use)
{
    const struct node *child = NULL, *call = call_around(use, &child);
    return call != NULL && child == call_argument(call, 0) && is_visit(call);
}

/* Is VALUE an object that lives for ever: None, by its address, or a small number? */
static bool
is_immortal(const struct node *value)
{
    value = node_bare(value);
    bool is_call = value != NULL && value->kind == NODE_CALL;
    if (is_call && call_gives_immortal(value)) {
        return true;
    }
    const struct node *taken = is_call ? node_bare(taken_reference(value)) : NULL;
    value = taken != NULL ? taken : value;
    return value != NULL && value->kind == NODE_UNARY;
}

/* Where the member FIELD of RECORD is given an object, if TRAVERSE visits it, which says that
 * instances own it; NULL: neither is seen. */
static const struct node *
given_and_visited(const struct check *check, const struct function *traverse,
                  const struct record *record, const char *field)
{
    const struct member_uses *uses = members_called(check->extension, field);
    const struct node *giving = NULL;
    bool is_visited = false;
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *use = uses->items[i], *outer = node_outer(use);
        if (record_of(use) != record) {
            continue;
        }
        is_visited |= use->within == traverse && is_visited_at(use);
        const struct node *assign = outer->parent;
        bool is_given = use->is_written && assign != NULL && assign->kind == NODE_ASSIGN
                        && assign->first == outer && !node_is_null(outer->next)
                        && !is_immortal(outer->next);
        giving = is_given ? use : giving;
    }
    return is_visited ? giving : NULL;
}

/* What instances of TYPE, which has no tp_dealloc and no base, visit: nothing releases it at their
 * end, whoever empties it before. */
static void
check_visited(struct check *check, const struct heap_type *type)
{
    const struct record *record = heap_type_record(type);
    const struct function *traverse = slots_function(&type->slots, "Py_tp_traverse");
    const struct function *clear = slots_function(&type->slots, "Py_tp_clear");
    if (record == NULL || traverse == NULL || heap_type_bases(type) != BASES_NONE
        || slots_find(&type->slots, "Py_tp_dealloc") != NULL)
    {
        return;
    }
    for (size_t i = 0; i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        if (field->type == NULL || field->type->kind != TYPE_POINTER
            || function_drops_member(clear, field->name, SLOT_DEPTH) /* told of above */
            || is_released(check, type, NULL, field->name) || releases_itself(type, field->name)
            || (type_is_object_pointer(field->type)
                && !field_is_released(check->extension, record, field->name)
                && kept_for_ever(check, record, field->name) != NULL)) /* the same */
        {
            continue;
        }
        const struct node *giving =
            given_and_visited(check, traverse, record, field->name);
        if (giving != NULL && giving->within != NULL) {
            check_add_variable(check, "lifetime-member-not-released", type->variable,
                               "'%s' has no Py_tp_dealloc, and the inherited one does not "
                               "release '%s' (%s sets it, and %s visits it); each instance that "
                               "still holds it leaks it: add a Py_tp_dealloc that releases each "
                               "member",
                               type->variable->name, field->name, giving->within->name,
                               traverse->name);
        }
    }
}

/* What the instances of TYPE are given, and nothing releases.  CALLED: the tp_dealloc of a base
 * that its own calls, or NULL. */
static void
check_given(struct check *check, const struct heap_type *type, const struct function *called)
{
    const struct record *record = heap_type_record(type);
    const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
    bool inherits = dealloc == NULL && heap_type_bases(type) != BASES_NONE;
    const struct heap_type *base =
        record != NULL && inherits ? type_own_base(check->extension, type) : NULL;
    if (record == NULL || (inherits && base == NULL)) {
        return;
    }
    for (size_t i = 0; i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        bool is_released_itself =
            dealloc == NULL && slots_find(&type->slots, "Py_tp_traverse") != NULL
            && releases_itself(type, field->name);
        bool is_own = inherits ? type_adds_field(type, base, field->name)
                                     && !members_release(type, field->name)
                                     && !is_named_by_dealloc(check, field->name)
                               : !is_released_itself;
        const struct node *giving =
            is_own && type_is_object_pointer(field->type)
                    && !is_released(check, type, called, field->name)
                    && !field_is_released(check->extension, record, field->name)
                ? kept_for_ever(check, record, field->name)
                : NULL;
        if (giving == NULL || giving->within == NULL) {
            continue;
        }
        if (base != NULL) {
            check_add_node(check, "lifetime-member-not-released", giving, field->name,
                           "%s gives '%s' a new reference, but '%s' has no tp_dealloc, and "
                           "what it inherits from '%s' does not release the member; each "
                           "instance leaks it: add a tp_dealloc that releases it and calls "
                           "that of the base",
                           giving->within->name, field->name, type->variable->name,
                           base->variable->name);
            continue;
        }
        if (dealloc != NULL) {
            check_add_function(check, "lifetime-member-not-released", dealloc,
                               "%s does not release '%s', which instances of '%s' own (%s "
                               "gives it a new reference); each instance leaks it: add "
                               "Py_XDECREF",
                               dealloc->name, field->name, type->variable->name,
                               giving->within->name);
        }
        else {
            check_add_variable(check, "lifetime-member-not-released", type->variable,
                               "'%s' has no Py_tp_dealloc, and the inherited one does not "
                               "release '%s' (%s gives it a new reference); each instance "
                               "leaks it: add a Py_tp_dealloc that releases each member",
                               type->variable->name, field->name, giving->within->name);
        }
    }
}

/* Is what happens to instances of TYPE when they go seen, as far as members are concerned?
 * OUT_BASE becomes the tp_dealloc of a base that is called then, or NULL. */
static bool
ending_is_seen(const struct check *check, const struct heap_type *type,
               const struct function **out_base)
{
    const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
    struct ending ending = {
        .extension = check->extension,
        .clear = slots_function(&type->slots, "Py_tp_clear"),
    };
    *out_base = NULL;
    if (slots_find(&type->slots, "Py_tp_dealloc") == NULL) {
        return type->slots.is_known;
    }
    if (dealloc == NULL || dealloc->body == NULL
        || function_visit_calls(dealloc, SLOT_DEPTH, hands_on, &ending))
    {
        return false;
    }
    *out_base = ending.base;
    /* The base's may go on to another. */
    return ending.base == NULL
           || !function_visit_calls(ending.base, SLOT_DEPTH, hands_on,
                                    &(struct ending){ending.extension, ending.clear, ending.base});
}

/* Has a heap type, or a static type before number N, the tp_dealloc DEALLOC, too?  Then it is told
 * there. */
static bool
is_told_before(const struct extension *extension, size_t n, const struct function *dealloc)
{
    for (size_t i = 0; i < n; i++) {
        if (slots_function(&extension->static_types[i].slots, "Py_tp_dealloc") == dealloc) {
            return true;
        }
    }
    return first_type_with(extension, "Py_tp_dealloc", dealloc) != NULL;
}

static void
check_static_types(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_static_types; i++) {
        const struct heap_type *type = &extension->static_types[i];
        const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
        const struct function *clear = slots_function(&type->slots, "Py_tp_clear");
        const struct function *base = NULL;
        bool is_seen = dealloc != NULL ? ending_is_seen(check, type, &base)
                                             && !is_told_before(extension, i, dealloc)
                                       : slots_find(&type->slots, "Py_tp_dealloc") == NULL
                                             && type_own_base(extension, type) != NULL;
        if (!type->slots.is_known || !is_seen
            || field_is_written_by_pointer(extension, "tp_dealloc"))
        {
            continue;
        }
        if (dealloc != NULL && clear != NULL && clear->body != NULL) {
            check_type(check, type, clear, base);
        }
        check_given(check, type, base);
    }
}

void
check_lifetime_member_not_released(struct check *check)
{
    check_static_types(check);
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        const struct function *dealloc = slots_function(&type->slots, "Py_tp_dealloc");
        const struct function *clear = slots_function(&type->slots, "Py_tp_clear");
        const struct function *base = NULL;
        if (!ending_is_seen(check, type, &base)
            || (dealloc != NULL
                && !type_is_first_with(check->extension, type, "Py_tp_dealloc", dealloc)))
        {
            continue;
        }
        if (clear != NULL && clear->body != NULL) {
            check_type(check, type, clear, base);
        }
        check_given(check, type, base);
        check_visited(check, type);
    }
}
