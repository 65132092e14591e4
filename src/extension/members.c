#include "extension/members.h"

#include <string.h>

#include "extension/expression.h"
#include "model/tokens.h"

static const struct variable *
table_of(const struct heap_type *type)
{
    const struct slot *slot = slots_find(&type->slots, "Py_tp_members");
    return slot != NULL ? node_variable(slot->value) : NULL;
}

bool
members_are_hidden(const struct heap_type *type)
{
    const struct variable *table = table_of(type);
    return slots_have(&type->slots, "Py_tp_members")
           && (table == NULL || table->n_initializers == 0);
}

static int64_t
number_of(const struct initializer *initializer)
{
    return initializer->is_zero             ? 0
           : initializer->value->has_value ? initializer->value->value
                                           : -1;
}

bool
members_are_readonly(const struct variable *table, uint32_t element)
{
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct initializer *at = &table->initializers[i];
        if (at->element == element && strcmp(at->field, "flags") == 0) {
            int64_t flags = number_of(at);
            return flags > 0 && (flags & MEMBER_FLAG_READONLY) != 0;
        }
    }
    return false;
}

/* The entry of TABLE that PLACE belongs to, called NAME. */
static struct member
member_at(const struct variable *table, const struct initializer *place, const char *name)
{
    /* What a short initialiser leaves out is 0. */
    struct member member = {name, 0, 0, 0, place};
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct initializer *at = &table->initializers[i];
        if (at->element != place->element) {
            continue;
        }
        if (strcmp(at->field, "type") == 0) {
            member.type = number_of(at);
        }
        else if (strcmp(at->field, "offset") == 0) {
            member.offset = number_of(at);
        }
        else if (strcmp(at->field, "flags") == 0) {
            member.flags = number_of(at);
        }
    }
    return member;
}

bool
member_find(const struct heap_type *type, const char *name, struct member *out)
{
    const struct variable *table = table_of(type);
    const struct initializer *place = NULL;
    for (size_t i = 0; table != NULL && i < table->n_initializers; i++) {
        const struct initializer *at = &table->initializers[i];
        const struct node *value = node_bare(at->value);
        if (strcmp(at->field, "name") == 0 && value != NULL
            && value->kind == NODE_STRING && strcmp(value->text, name) == 0)
        {
            place = at;
        }
    }
    if (place == NULL) {
        return false;
    }
    *out = member_at(table, place, name);
    return true;
}

bool
member_names_field(const struct heap_type *type, const struct member *member,
                   const char *field)
{
    const struct variable *table = table_of(type);
    for (size_t i = 0; table != NULL && i < table->n_initializers; i++) {
        const struct initializer *at = &table->initializers[i];
        const struct source_file *file = at->file;
        if (at->element != member->place->element || strcmp(at->field, "offset") != 0
            || file == NULL || !file->is_project)
        {
            continue;
        }
        for (size_t t = source_token(file, at->begin);
             t < file->n_tokens && file->tokens[t].begin < at->end; t++)
        {
            if (token_is(file, t, field)) {
                return true;
            }
        }
    }
    return false;
}

bool
members_release(const struct heap_type *type, const char *field)
{
    const struct variable *table = table_of(type);
    for (size_t i = 0; table != NULL && i < table->n_initializers; i++) {
        const struct initializer *at = &table->initializers[i];
        if (strcmp(at->field, "offset") != 0) {
            continue;
        }
        struct member member = member_at(table, at, "");
        if ((member.type == MEMBER_TYPE_OBJECT || member.type < 0)
            && (member.flags < 0 || (member.flags & MEMBER_FLAG_READONLY) == 0)
            && member_names_field(type, &member, field))
        {
            return true;
        }
    }
    return members_are_hidden(type);
}
