#include "extension/own_base.h"

#include <string.h>

#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/index.h"
#include "extension/static_types.h"
#include "extension/type_origin.h"

enum { MAX_BASES = 16 }; /* one behind another */

/* The only value of the slot NAME of TYPE, or NULL. */
static const struct node *
only_value(const struct heap_type *type, const char *name)
{
    const struct node *value = NULL;
    for (size_t i = 0; i < type->slots.n_items; i++) {
        if (strcmp(type->slots.items[i].name, name) == 0) {
            if (value != NULL) {
                return NULL;
            }
            value = type->slots.items[i].value;
        }
    }
    return value;
}

const struct heap_type *
type_own_base(const struct extension *extension, const struct heap_type *type)
{
    const struct node *base = slots_have(&type->slots, "Py_tp_bases") ? NULL
                              : slots_have(&type->slots, "Py_tp_base")
                                  ? only_value(type, "Py_tp_base")
                                  : heap_type_only_base(type);
    const struct node *referent = base != NULL ? node_referent(base) : NULL;
    const struct variable *variable =
        referent != NULL && referent->kind == NODE_NAME ? referent->variable : NULL;
    if (variable != NULL && type_is_record(variable->type, "PyTypeObject")) {
        return static_type_of(extension, variable);
    }
    return base != NULL ? type_of_expression(extension, base) : NULL;
}

bool
field_is_written_by_pointer(const struct extension *extension, const char *name)
{
    const struct member_uses *uses = members_called(extension, name);
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *use = uses->items[i], *object = node_bare(use->first);
        bool is_variable = object != NULL && object->kind == NODE_NAME
                           && object->variable != NULL
                           && type_is_record(object->variable->type, "PyTypeObject");
        if ((use->is_written || use->is_address_taken) && !is_variable) {
            return true;
        }
    }
    return false;
}

const struct heap_type *
type_lending_traverse(const struct extension *extension, const struct heap_type *type)
{
    const struct heap_type *at = type;
    for (int depth = 0; depth < MAX_BASES && at != NULL; depth++) {
        bool has_traverse = slots_have(&at->slots, "Py_tp_traverse");
        if (!at->slots.is_known || !at->has_flags
            || heap_type_is_collected(at) != has_traverse
            || (!has_traverse && slots_have(&at->slots, "Py_tp_clear")))
        {
            return NULL;
        }
        if (has_traverse) {
            return at != type && !field_is_written_by_pointer(extension, "tp_traverse")
                           && !field_is_written_by_pointer(extension, "tp_flags")
                       ? at
                       : NULL;
        }
        at = type_own_base(extension, at);
    }
    return NULL;
}

static bool
has_field(const struct record *record, const char *name)
{
    for (size_t i = 0; i < record->n_fields; i++) {
        if (strcmp(record->fields[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

bool
record_adds_field(const struct record *record, const struct record *base, const char *field)
{
    if (record == base || base->n_fields == 0 || has_field(base, field)) {
        return false;
    }
    const struct type *first = record->n_fields > 0 ? record->fields[0].type : NULL;
    bool is_embedded = first != NULL && first->kind == TYPE_RECORD && first->record == base;
    for (size_t i = is_embedded ? 1 : base->n_fields; i < record->n_fields; i++) {
        if (strcmp(record->fields[i].name, field) == 0) {
            return true;
        }
    }
    return false;
}

bool
type_adds_field(const struct heap_type *type, const struct heap_type *base,
                const char *field)
{
    const struct record *record = heap_type_record(type);
    const struct record *known = heap_type_record(base);
    return record != NULL && known != NULL && record_adds_field(record, known, field);
}
