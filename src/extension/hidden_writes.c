#include "extension/hidden_writes.h"

#include <string.h>

#include "base/map.h"
#include "extension/address_use.h"
#include "extension/expression.h"
#include "extension/index.h"
#include "extension/writes.h"
#include "model/freeing.h"
#include "model/tokens.h"

/* A search from one variable.  What holds its address is looked through once. */
struct search {
    const struct extension *extension;
    const struct variable *variable;
    struct map seen; /* variables, functions and members */
};

static bool pointer_is_written(struct search *s, const struct node *node);
static bool object_is_written(struct search *s, const struct node *lvalue);

static bool
is_new(struct search *s, const void *first, const char *second)
{
    const void *key[] = {first, second};
    if (map_find(&s->seen, key, sizeof key) != NULL) {
        return false;
    }
    map_set(&s->seen, key, sizeof key, s);
    return true;
}

/* What import code writes is the same in each module. */
static bool
is_late(const struct search *s, const struct node *node)
{
    return !function_runs_only_at_import(s->extension, node->within);
}

static bool
points_to_const(const struct type *type)
{
    return type != NULL && type->kind == TYPE_POINTER && type->target != NULL
           && type_element(type->target)->is_const;
}

/* May a value of TYPE be the address, and be written through? */
static bool
can_carry(const struct type *type)
{
    return type == NULL
           || (!points_to_const(type)
               && (type->kind == TYPE_POINTER || type->kind == TYPE_INTEGER
                   || type->kind == TYPE_ARRAY || type->kind == TYPE_OTHER));
}

/* --- what holds the address --------------------------------------------------------- */

/* LVALUE is what holds the address, or an array of what does. */
static bool
content_is_written(struct search *s, const struct node *lvalue)
{
    while (lvalue->type != NULL && lvalue->type->kind == TYPE_ARRAY) {
        const struct node *outer = lvalue, *parent = lvalue->parent;
        while (parent != NULL && parent->kind == NODE_PAREN) {
            outer = parent;
            parent = parent->parent;
        }
        if (parent == NULL || parent->kind != NODE_SUBSCRIPT || parent->first != outer) {
            return parent == NULL || parent->kind != NODE_SIZEOF;
        }
        lvalue = parent;
    }
    return pointer_is_written(s, lvalue);
}

static bool
use_of_holder_is_written(struct search *s, const struct node *use)
{
    const struct variable *holder = use->variable;
    return holder->type->is_reference ? object_is_written(s, use)
           : holder->is_parameter     ? pointer_is_written(s, use)
                                      : content_is_written(s, use);
}

/* VARIABLE is given the address. */
static bool
holder_is_written(struct search *s, const struct variable *variable)
{
    if (variable == NULL || !is_new(s, variable, NULL)
        || !can_carry(type_element(variable->type)))
    {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (use_of_holder_is_written(s, variable->uses[i])) {
            return true;
        }
    }
    return false;
}

/* ASSIGN gives a local the address. */
static bool
assigned_is_written(struct search *s, const struct node *assign)
{
    const struct variable *local = node_bare(assign->first)->variable;
    if (!is_new(s, assign, NULL)) {
        return false;
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        if (!local_has_another(local, assign, local->uses[i])
            && use_of_holder_is_written(s, local->uses[i]))
        {
            return true;
        }
    }
    return false;
}

/* Is MEMBER given what a call returned, as memory that is allocated is? */
static bool
is_given_made(const struct node *member)
{
    const struct node *outer = node_outer(member), *assign = outer->parent;
    const struct node *value = assign != NULL && assign->kind == NODE_ASSIGN
                                       && assign->op == '=' && assign->first == outer
                                   ? node_resolved(outer->next)
                                   : NULL;
    const struct variable *local =
        value != NULL && value->kind == NODE_NAME ? value->variable : NULL;
    if (value == NULL || local == NULL || variable_is_static(local)) {
        return value != NULL && value->kind == NODE_CALL;
    }
    bool is_made = local->initial != NULL && node_bare(local->initial)->kind == NODE_CALL;
    for (size_t i = 0; i < local->n_uses && !is_made; i++) {
        const struct node *use = node_outer(local->uses[i]);
        is_made = use->parent != NULL && use->parent->kind == NODE_ASSIGN
                  && use->parent->first == use && use->next != NULL
                  && node_bare(use->next)->kind == NODE_CALL;
    }
    return is_made;
}

/* What begins with a value stands for memory that is yet to be made in a member that is given
 * such, too: what is written there is that memory. */
static bool
stands_for_memory(const struct search *s, const struct member_uses *uses)
{
    bool is_made = false;
    for (size_t i = 0; i < uses->n_items && s->variable->n_initializers > 0; i++) {
        is_made |= is_given_made(uses->items[i]);
    }
    return is_made;
}

/* The member NAME of RECORD is given the address: all that is done with that member. */
static bool
member_is_written(struct search *s, const struct record *record, const char *name)
{
    if (record == NULL || record->file == NULL || !is_new(s, record, name)) {
        return false; /* what others do with their structs is not known to be a write */
    }
    const struct member_uses *uses = members_called(s->extension, name);
    if (uses != NULL && stands_for_memory(s, uses)) {
        return false;
    }
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *member = uses->items[i];
        const struct type *type = member_object_type(member);
        type = type != NULL && type->kind == TYPE_POINTER ? type->target : type;
        bool is_other = type != NULL && type_element(type)->record != NULL
                        && type_element(type)->record != record;
        if (!is_other && can_carry(member->type) && content_is_written(s, member)) {
            return true;
        }
    }
    return false;
}

/* The address is returned by FUNCTION. */
static bool
result_is_written(struct search *s, const struct function *function)
{
    const struct type *result =
        function != NULL && function->type != NULL ? function->type->target : NULL;
    if (result == NULL || !can_carry(result) || type_is_object_pointer(result)
        || !is_new(s, function, NULL))
    {
        return false;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = node_outer(function->uses[i]), *call = use->parent;
        if (call == NULL || call->kind != NODE_CALL || call->first != use
            || (result->is_reference ? object_is_written(s, call)
                                     : pointer_is_written(s, call)))
        {
            return true;
        }
    }
    return false;
}

/* --- where the address goes ----------------------------------------------------------- */

/* Functions that take a pointer they could write through, and do not. */
static bool
is_harmless(const char *name)
{
    return string_starts(name, "PyArg_") || string_starts(name, "_PyArg_")
           || string_starts(name, "PyCapsule_") || strstr(name, "printf") != NULL
           || strstr(name, "Format") != NULL || freeing_of(name) != FREES_NOTHING;
}

/* Is TYPE that of a table of functions?  Who is handed one calls them. */
static bool
is_function_table(const struct type *type)
{
    const struct type *item =
        type != NULL && type->kind == TYPE_POINTER ? type->target : NULL;
    return item != NULL && item->kind == TYPE_POINTER && item->target != NULL
           && item->target->kind == TYPE_FUNCTION;
}

/* The function that NODE calls, also as a constructor or an operator of C++, gets it as argument
 * number I, by a pointer or, if IS_OBJECT, by a reference. */
static bool
argument_is_written(struct search *s, const struct node *call, size_t i, bool is_object)
{
    const struct function *function = call->function;
    const struct type *type = call->kind == NODE_CALL && call->first ? call->first->type : NULL;
    if (function != NULL) {
        type = function->type;
    }
    type = type != NULL && type->kind == TYPE_POINTER ? type->target : type;
    const struct type *parameter =
        type != NULL && type->kind == TYPE_FUNCTION && i < type->n_parameters
            ? type->parameters[i]
            : NULL;
    if (is_object && (parameter == NULL || !parameter->is_reference)) {
        return false; /* a copy */
    }
    if (points_to_const(parameter)) {
        return false;
    }
    if (function != NULL && function->body != NULL && i < function->n_parameters) {
        return holder_is_written(s, function->parameters[i]);
    }
    if (function != NULL && is_harmless(function->name)) {
        return false;
    }
    if (function != NULL && function->body == NULL) {
        /* What stands in a table and is handed to code that was not read is rarely written. */
        return parameter != NULL && s->variable->n_initializers == 0 && is_late(s, call);
    }
    return s->variable->n_initializers == 0 || !is_function_table(parameter)
           || !call_is_imported(call);
}

/* The number of CHILD among the arguments of CALL. */
static size_t
argument_number(const struct node *call, const struct node *child)
{
    const struct node *at = call->first;
    bool has_callee = call->kind == NODE_CALL
                      || (at != NULL && at->kind == NODE_NAME && at->variable == NULL);
    at = at != NULL && has_callee ? at->next : at;
    size_t i = 0;
    while (at != NULL && at != child) {
        i++;
        at = at->next;
    }
    return i;
}

/* NODE, an item of LIST, is the address. */
static bool
item_is_written(struct search *s, const struct node *list, const struct node *node)
{
    const struct type *type = list->type;
    const struct node *outer = list->parent;
    if (type != NULL && type->kind == TYPE_RECORD && type->record != NULL) {
        size_t i = 0;
        for (const struct node *at = list->first; at != NULL && at != node; at = at->next) {
            i++;
        }
        if (node->kind == NODE_DESIGNATED && *node->text != '\0') {
            return member_is_written(s, type->record, node->text);
        }
        for (const struct node *at = list->first; at != NULL; at = at->next) {
            if (at->kind == NODE_DESIGNATED) {
                return true; /* positions behind a name */
            }
        }
        return i < type->record->n_fields
               && can_carry(type->record->fields[i].type)
               && member_is_written(s, type->record, type->record->fields[i].name);
    }
    while (outer != NULL && (outer->kind == NODE_INIT_LIST || outer->kind == NODE_DESIGNATED)) {
        if (outer->kind == NODE_INIT_LIST && outer->type != NULL
            && outer->type->kind == TYPE_RECORD)
        {
            return true; /* an array in a struct */
        }
        outer = outer->parent;
    }
    const struct variable *holder = outer == NULL                  ? list->holder
                                    : outer->kind == NODE_VARIABLE ? outer->variable
                                                                   : NULL;
    return holder == NULL || holder_is_written(s, holder);
}

/* The target of ASSIGN is given the address. */
static bool
target_is_written(struct search *s, const struct node *assign)
{
    const struct node *target = node_bare(assign->first);
    if (!can_carry(target->type)) {
        return false;
    }
    if (target->kind == NODE_NAME && target->variable != NULL
        && target->variable->storage == STORAGE_AUTOMATIC
        && target->variable->type->kind != TYPE_ARRAY && assign->op == '=')
    {
        return assigned_is_written(s, assign);
    }
    while (target->kind == NODE_SUBSCRIPT && target->first->type != NULL
           && node_bare(target->first)->type->kind == TYPE_ARRAY)
    {
        target = node_bare(target->first);
    }
    if (target->kind == NODE_NAME && target->variable != NULL) {
        return holder_is_written(s, target->variable);
    }
    if (target->kind == NODE_MEMBER) {
        const struct type *type = member_object_type(target);
        type = type != NULL && type->kind == TYPE_POINTER ? type->target : type;
        return type == NULL
               || member_is_written(s, type_element(type)->record, target->text);
    }
    return true;
}

static bool
is_last_of_statement_expression(const struct node *node)
{
    return node->next == NULL && node->parent->parent != NULL
           && node->parent->parent->kind == NODE_STATEMENT_EXPRESSION;
}

/* NODE's value is the address, or leads into what it is of. */
static bool
pointer_is_written(struct search *s, const struct node *node)
{
    for (const struct node *parent = node->parent; parent != NULL;
         node = parent, parent = parent->parent)
    {
        switch (parent->kind) {
        case NODE_PAREN:
            continue;
        case NODE_CAST:
            if (!can_carry(parent->type)) {
                return false;
            }
            continue;
        case NODE_CONDITIONAL:
            if (parent->first == node) {
                return false;
            }
            continue;
        case NODE_BINARY:
            if ((parent->op == '+' || parent->op == '-') && can_carry(parent->type)
                && parent->type->kind == node->type->kind)
            {
                continue;
            }
            if (parent->op == ',' && node->next == NULL) {
                continue;
            }
            return false;
        case NODE_UNARY:
            if (parent->op == OP_DEREFERENCE) {
                return object_is_written(s, parent);
            }
            if (parent->op == OP_INCREMENT || parent->op == OP_DECREMENT) {
                continue;
            }
            if (parent->op == OP_ADDRESS) { /* of what holds it */
                const struct node *call = node_outer(parent)->parent;
                return call != NULL
                       && (call->kind != NODE_CALL || call->function == NULL
                           || call->function->body != NULL);
            }
            return false;
        case NODE_MEMBER:
            return parent->op == '>' && object_is_written(s, parent);
        case NODE_SUBSCRIPT:
            return parent->first == node && object_is_written(s, parent);
        case NODE_CALL:
            return parent->first != node
                   && argument_is_written(s, parent, argument_number(parent, node), false);
        case NODE_RETURN:
            return result_is_written(s, parent->within);
        case NODE_VARIABLE:
            return parent->variable != NULL && parent->variable->initial == node
                   && holder_is_written(s, parent->variable);
        case NODE_ASSIGN:
            if (parent->first == node) {
                return false; /* it is given another */
            }
            if (target_is_written(s, parent)) {
                return true;
            }
            continue;
        case NODE_DESIGNATED:
            continue;
        case NODE_INIT_LIST: {
            return item_is_written(s, parent, node);
        }
        case NODE_BLOCK:
            if (!is_last_of_statement_expression(node)) {
                return false;
            }
            continue;
        case NODE_STATEMENT_EXPRESSION:
            continue;
        case NODE_SIZEOF:
            return false;
        case NODE_OTHER:
            return parent->function == NULL
                   || argument_is_written(s, parent, argument_number(parent, node), false);
        default:
            return parent->kind >= NODE_NAME;
        }
    }
    return node->holder == NULL || holder_is_written(s, node->holder);
}

/* Does LIST, of a struct, bind a reference to ITEM? */
static bool
binds_item(const struct node *list, const struct node *item)
{
    const struct type *type = list->type;
    size_t i = 0;
    for (const struct node *at = list->first; at != NULL && at != item; at = at->next) {
        i++;
    }
    return type != NULL && type->kind == TYPE_RECORD && type->record != NULL
           && i < type->record->n_fields && type->record->fields[i].type->is_reference
           && !points_to_const(type->record->fields[i].type);
}

/* The object that LVALUE denotes is the variable, or a part of it. */
static bool
object_is_written(struct search *s, const struct node *lvalue)
{
    const struct node *child = lvalue, *parent = lvalue->parent;
    while (parent != NULL && parent->kind == NODE_PAREN) {
        child = parent;
        parent = parent->parent;
    }
    if (lvalue->is_written && is_late(s, lvalue)) {
        return true;
    }
    bool is_array = lvalue->type != NULL && lvalue->type->kind == TYPE_ARRAY;
    if (lvalue->kind == NODE_MEMBER && lvalue->function != NULL) {
        return !lvalue->function->is_const && is_late(s, lvalue);
    }
    if (parent == NULL) {
        /* A constructor of C++ may bind it to a member that is a reference. */
        return is_array ? pointer_is_written(s, child)
                        : lvalue->kind == NODE_NAME && lvalue->variable != NULL
                              && lvalue->variable->type->is_reference;
    }
    switch (parent->kind) {
    case NODE_MEMBER:
        if (parent->op == '.') {
            return object_is_written(s, parent);
        }
        break;
    case NODE_SUBSCRIPT:
        if (is_array && parent->first == child) {
            return object_is_written(s, parent);
        }
        break;
    case NODE_UNARY:
        if (parent->op == OP_ADDRESS) {
            return pointer_is_written(s, parent);
        }
        if (parent->op == OP_INCREMENT || parent->op == OP_DECREMENT) {
            return is_late(s, parent);
        }
        if (parent->op == OP_DEREFERENCE && is_array) {
            return object_is_written(s, parent);
        }
        break;
    case NODE_ASSIGN:
        if (parent->first == child) {
            return is_late(s, parent);
        }
        break;
    case NODE_VARIABLE:
        if (parent->variable != NULL && parent->variable->type->is_reference) {
            return holder_is_written(s, parent->variable);
        }
        break;
    case NODE_CALL:
    case NODE_OTHER:
        if (!is_array && parent->function != NULL
            && (parent->kind == NODE_OTHER || parent->first != child))
        {
            return argument_is_written(s, parent, argument_number(parent, child), true);
        }
        break;
    case NODE_RETURN: {
        const struct function *function = parent->within;
        const struct type *result =
            function != NULL && function->type != NULL ? function->type->target : NULL;
        if (result != NULL && result->is_reference) {
            return result_is_written(s, function);
        }
        break;
    }
    case NODE_SIZEOF:
        return false;
    case NODE_INIT_LIST:
        if (binds_item(parent, child)) {
            return true; /* all that is done with the struct is not followed */
        }
        break;
    default:
        break;
    }
    return is_array && pointer_is_written(s, child);
}

const struct node *
hidden_write(const struct extension *extension, const struct variable *variable)
{
    struct search search = {.extension = extension, .variable = variable};
    map_init(&search.seen, extension->arena);
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (!function_is_dead(extension, use->within) && !node_is_unevaluated(use)
            && object_is_written(&search, use))
        {
            return use;
        }
    }
    return NULL;
}
