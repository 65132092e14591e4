/* What the fields of a static type are given, in its initialiser or at run time, as text
 * for the slots of a heap type. */
#include "convert/facts/type_fields.h"

#include <string.h>

#include "extension/slots.h"

/* Those that all supported versions have, or that go with a field that they have. */
bool
is_slot(const char *field)
{
    enum { NEWEST = 10 }; /* am_send: static types have it since then, too */
    const struct slot_kind *kind = slot_kind_of_field(field);
    return kind != NULL && kind->since <= NEWEST && !is_of_spec(field)
           && strcmp(field, "tp_bases") != 0;
}

/* Fields of PyTypeObject that the spec itself has, or that mean nothing here. */
bool
is_of_spec(const char *field)
{
    static const char *const names[] = {"tp_name",  "tp_basicsize", "tp_itemsize",
                                        "tp_flags", "tp_base",      "tp_version_tag"};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(field, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Is ASSIGN `X.field = …`, with X a static variable? */
static bool
gives_field(const struct node *assign)
{
    const struct node *member = assign->first;
    const struct node *name = member->kind == NODE_MEMBER ? member->first : NULL;
    return assign->op == '=' && name != NULL && name->kind == NODE_NAME
           && name->origin == ORIGIN_FILE && name->variable != NULL
           && variable_is_static(name->variable);
}

const struct node *
assignment_around(const struct node *assign)
{
    const struct node *value = node_outer(assign);
    const struct node *outer = value->parent;
    return outer != NULL && outer->kind == NODE_ASSIGN && outer->first->next == value ? outer
                                                                                     : NULL;
}

const struct node *
field_assignment(const struct node *use)
{
    const struct node *member = use->parent;
    const struct node *assign = member != NULL ? member->parent : NULL;
    if (use->origin != ORIGIN_FILE || member == NULL || member->kind != NODE_MEMBER
        || assign == NULL || assign->kind != NODE_ASSIGN || assign->first != member
        || assign->op != '=')
    {
        return NULL;
    }
    const struct node *last = assign;
    for (const struct node *outer; (outer = assignment_around(last)) != NULL; last = outer) {
        if (!gives_field(outer)) {
            return NULL;
        }
    }
    return last->parent != NULL && last->parent->kind == NODE_BLOCK ? assign : NULL;
}

const struct node *
assigned_value(const struct node *assign)
{
    const struct node *value = assign->first->next;
    for (const struct node *inner = node_bare(value);
         inner->kind == NODE_ASSIGN && inner->op == '='; inner = node_bare(value))
    {
        value = inner->first->next;
    }
    return value;
}

const struct node *
type_field(const struct variable *type, const char *field)
{
    for (size_t i = type->n_uses; i-- > 0;) { /* the last one counts */
        const struct node *assign = field_assignment(type->uses[i]);
        if (assign != NULL && string_equal(assign->first->text, field)) {
            return assigned_value(assign);
        }
    }
    const struct initializer *item = variable_initializer(type, field);
    return item != NULL && !item->is_zero ? item->value : NULL;
}

bool
type_has_flag(const struct variable *type, long long flag, bool unknown)
{
    const struct initializer *flags = variable_initializer(type, "tp_flags");
    if (flags == NULL || flags->is_zero) {
        return false;
    }
    return flags->value == NULL || !flags->value->has_value
               ? unknown
               : (flags->value->value & flag) != 0;
}
