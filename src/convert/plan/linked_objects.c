/* Linked lists of nodes with objects, which m_traverse has to follow. */
#include "convert/plan/linked_objects.h"

#include <string.h>

#include "convert/plan/hooks.h"
#include "convert/plan/variables.h"
#include "extension/cycle_members.h"
#include "extension/expression.h"
#include "extension/ownership.h"

static bool
leads_to(const struct type *type, const struct record *record)
{
    return type->kind == TYPE_POINTER && type->target != NULL
           && type->target->kind == TYPE_RECORD && type->target->record == record;
}

/* Is VALUE the member FIELD of a node of RECORD? */
static bool
is_next_of(const struct node *value, const struct record *record, const char *field)
{
    const struct node *member = value != NULL ? node_bare(value) : NULL;
    return member != NULL && member->kind == NODE_MEMBER && strcmp(member->text, field) == 0
           && member->first != NULL && member->first->type != NULL
           && leads_to(member->first->type, record);
}

/* Does a function go on from a node to the next one by FIELD: `node = node->next`? */
static bool
is_followed(const struct conversion *c, const struct record *record, const char *field)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *local = c->source->variables[i];
        if (!local->in_project || local->storage != STORAGE_AUTOMATIC
            || !leads_to(local->type, record))
        {
            continue;
        }
        if (is_next_of(local->initial, record, field)) {
            return true;
        }
        for (size_t k = 0; k < local->n_uses; k++) {
            const struct node *place = node_outer(local->uses[k]), *assign = place->parent;
            if (assign != NULL && assign->kind == NODE_ASSIGN && assign->op == '='
                && assign->first == place && is_next_of(place->next, record, field))
            {
                return true;
            }
        }
    }
    return false;
}

/* The one member of RECORD that leads on, or NULL. */
static const char *
next_member(const struct conversion *c, const struct record *record)
{
    const char *next = NULL;
    for (size_t i = 0; i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        if (leads_to(field->type, record) && is_followed(c, record, field->name)) {
            if (next != NULL) {
                return NULL;
            }
            next = field->name;
        }
    }
    return next;
}

/* Does RECORD hold objects, each a PyObject *, and own each of them? */
static bool
owns_objects(const struct conversion *c, const struct record *record)
{
    size_t n_objects = 0;
    for (size_t i = 0; i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        if (type_is_object_pointer(field->type)) {
            if (!type_is_pointer_to(field->type, "_object")
                || !field_is_released(c->extension, record, field->name)) {
                return false;
            }
            n_objects++;
        }
        else if (type_holds_object(field->type)) {
            return false;
        }
    }
    return n_objects > 0;
}

bool
leads_to_list(const struct conversion *c, const struct type *type, struct linked_objects *out)
{
    const struct type *to = type_element(type);
    if (to->kind != TYPE_POINTER || to->target == NULL || to->target->kind != TYPE_RECORD
        || to->target->record == NULL
        || (type->kind == TYPE_ARRAY && type->target->kind == TYPE_ARRAY))
    {
        return false;
    }
    const struct record *node = to->target->record;
    if (!owns_objects(c, node) || record_holds_leaves(c->extension, node)) {
        return false;
    }
    *out = (struct linked_objects){.node = node, .next = next_member(c, node), .to = to};
    return out->next != NULL;
}

bool
is_linked_list(const struct conversion *c, const struct variable *variable,
               struct linked_objects *out)
{
    const struct variable_plan *plan = moving(c, variable);
    const struct function *release = release_function(c);
    if (plan == NULL || plan->kind != FIELD_DATA || c->options->abi3 != 0 || release == NULL
        || !hook_names(release, variable) || !leads_to_list(c, variable->type, out))
    {
        return false;
    }
    /* The hooks stand beside the definition of the module. */
    const struct source_file *file = variable_declaration(c->module->variable)->file;
    return out->node->file == file
           || (out->node->file != NULL && !out->node->file->is_main);
}
