/* Linked lists of nodes with objects, which m_traverse has to follow. */
#include "convert/plan/linked_objects.h"

#include <string.h>

#include "convert/facts/nodes.h"
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

/* What the loop LOOP asks each time, or NULL. */
static const struct node *
loop_condition(const struct node *loop)
{
    if (loop->kind != NODE_FOR) {
        return node_child(loop, loop->kind == NODE_DO ? 1 : 0);
    }
    const char *condition = loop->text != NULL ? strchr(loop->text, 'c') : NULL;
    return condition != NULL ? node_child(loop, (size_t)(condition - loop->text)) : NULL;
}

/* What the loop around NODE asks each time; NULL: there is none. */
static const struct node *
condition_around(const struct node *node)
{
    while (node != NULL && node->kind != NODE_WHILE && node->kind != NODE_FOR
           && node->kind != NODE_DO)
    {
        node = node->parent;
    }
    return node != NULL ? loop_condition(node) : NULL;
}

/* Does the loop around NODE run until LOCAL is NULL? */
static bool
ends_with_null(const struct node *node, const struct variable *local)
{
    const struct node *condition = condition_around(node);
    const struct node *asked = condition != NULL ? node_bare(condition) : NULL;
    if (asked != NULL && asked->kind == NODE_BINARY && asked->op == OP_NOT_EQUAL
        && is_null(asked->first->next))
    {
        asked = node_bare(asked->first);
    }
    return asked != NULL && asked->kind == NODE_NAME && asked->variable == local;
}

/* Is NODE compared with what is not NULL: with the first one of a ring? */
static bool
is_compared(const struct node *node)
{
    const struct node *place = node_outer(node), *user = place->parent;
    bool compares = user != NULL && user->kind == NODE_BINARY
                    && (user->op == OP_EQUAL || user->op == OP_NOT_EQUAL);
    return compares
           && !is_null(user->first == place ? user->first->next : user->first);
}

/* Does a function go on from a node to the next one by FIELD: `node = node->next`?
 * *OUT_ENDS is set if one does until there is none, and the next one is asked for nothing
 * else. */
static bool
is_followed(const struct conversion *c, const struct record *record, const char *field,
            bool *out_ends)
{
    bool is_followed = false, is_ring = false;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *local = c->source->variables[i];
        if (!local->in_project || !leads_to(local->type, record)) {
            continue;
        }
        bool is_automatic = local->storage == STORAGE_AUTOMATIC;
        is_followed |= is_automatic && is_next_of(local->initial, record, field);
        for (size_t k = 0; k < local->n_uses; k++) {
            const struct node *place = node_outer(local->uses[k]), *user = place->parent;
            bool is_given = user != NULL && user->kind == NODE_ASSIGN && user->op == '='
                            && user->first == place && is_next_of(place->next, record, field);
            bool is_read = user != NULL && is_next_of(user, record, field);
            const struct node *condition = condition_around(place);
            is_followed |= is_automatic && is_given;
            is_ring |= is_compared(is_read ? user : place)
                       && (is_read || (condition != NULL && is_inside(place, condition)));
            *out_ends |= is_automatic && is_read && ends_with_null(user, local);
        }
    }
    *out_ends &= !is_ring;
    return is_followed;
}

/* The one member of RECORD that leads on, to NULL at last; or NULL. */
static const char *
next_member(const struct conversion *c, const struct record *record)
{
    const char *next = NULL;
    for (size_t i = 0; i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        bool ends = false;
        if (leads_to(field->type, record) && is_followed(c, record, field->name, &ends)) {
            if (next != NULL || !ends) {
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

/* Does a traverse function of the project visit an object in a node of RECORD already? */
static bool
is_visited_elsewhere(const struct conversion *c, const struct record *record)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        for (size_t k = 0; function->in_project && k < function->n_calls; k++) {
            const struct node *call = function->calls[k];
            const struct node *object = is_visit_parameter(node_bare(call->first))
                                            ? node_bare(call_argument(call, 0))
                                            : NULL;
            if (object != NULL && object->kind == NODE_MEMBER && object->first != NULL
                && object->first->type != NULL && leads_to(object->first->type, record))
            {
                return true;
            }
        }
    }
    return false;
}

/* Does another static than VARIABLE lead to nodes of RECORD?  They may be the same ones, and
 * would be visited twice. */
static bool
is_shared(const struct conversion *c, const struct variable *variable,
          const struct record *record)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *other = c->source->variables[i];
        if (other != variable && other->in_project && variable_is_static(other)
            && leads_to(type_element(other->type), record))
        {
            return true;
        }
    }
    return false;
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
        || !hook_names(release, variable) || !leads_to_list(c, variable->type, out)
        || is_shared(c, variable, out->node) || is_visited_elsewhere(c, out->node))
    {
        return false;
    }
    /* The hooks stand beside the definition of the module. */
    const struct source_file *file = variable_declaration(c->module->variable)->file;
    return out->node->file == file
           || (out->node->file != NULL && !out->node->file->is_main);
}
