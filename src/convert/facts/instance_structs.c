#include "convert/facts/instance_structs.h"

#include <string.h>

bool
type_points_to_struct(const struct type *type, const struct record *record)
{
    return type != NULL && type->kind == TYPE_POINTER && type->target != NULL
           && type->target->kind == TYPE_RECORD && type->target->record == record;
}

bool
struct_begins_with(const struct record *inner, const struct record *outer)
{
    while (inner != NULL && inner != outer) {
        const struct type *first = inner->n_fields > 0 ? inner->fields[0].type : NULL;
        inner = first != NULL && first->kind == TYPE_RECORD ? first->record : NULL;
    }
    return inner != NULL;
}

/* Are the members of one of the two structs, but for the head, those that the other begins
 * with?  Then one may be used as if it were the other. */
static bool
are_alike(const struct record *one, const struct record *other)
{
    const size_t n = one->n_fields < other->n_fields ? one->n_fields : other->n_fields;
    for (size_t i = 1; i < n; i++) {
        if (strcmp(one->fields[i].name, other->fields[i].name) != 0
            || strcmp(one->fields[i].type->canonical, other->fields[i].type->canonical) != 0)
        {
            return false;
        }
    }
    return n > 1;
}

/* The struct of instances that NODE points to, where it is another one than RECORD and those that
 * begin with it, or that it begins with; or NULL. */
static const struct record *
other_struct(const struct node *node, const struct record *record)
{
    const struct type *type = node->type;
    const struct record *given = type != NULL && type->kind == TYPE_POINTER && type->target != NULL
                                         && type->target->kind == TYPE_RECORD
                                     ? type->target->record
                                     : NULL;
    return given != NULL && given->file != NULL && given->file->is_project
                   && !struct_begins_with(given, record) && !struct_begins_with(record, given)
               ? given
               : NULL;
}

bool
struct_has_double(const struct source *source, const struct record *record)
{
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct node *body = source->functions[i]->body;
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            const struct record *other = other_struct(n, record);
            const struct record *given =
                n->kind == NODE_CAST && type_points_to_struct(n->type, record)
                    ? other_struct(node_bare(n), record)
                    : NULL;
            if (given != NULL
                || (other != NULL && record_is_object(other) && are_alike(other, record)))
            {
                return true;
            }
        }
    }
    return false;
}
