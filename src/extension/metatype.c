#include "extension/metatype.h"

#include <string.h>

#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/type_origin.h"

static bool
is_plain_type(const struct node *node)
{
    const struct variable *variable = node_variable(node_resolved(node));
    return variable != NULL && strcmp(variable->name, "PyType_Type") == 0;
}

bool
node_sets_type(const struct node *node, const struct node **out_object,
               const struct node **out_type)
{
    if (node->kind == NODE_CALL && strstr(call_name(node), "Py_SET_TYPE") != NULL) {
        *out_object = call_argument(node, 0);
        *out_type = call_argument(node, 1);
        return *out_object != NULL && *out_type != NULL;
    }
    const struct node *target =
        node->kind == NODE_ASSIGN && node->op == '=' ? node_bare(node->first) : NULL;
    if (target == NULL || target->kind != NODE_MEMBER
        || strcmp(target->text, "ob_type") != 0 || target->first == NULL)
    {
        return false;
    }
    *out_object = target->first;
    *out_type = node->first->next;
    return true;
}

const struct node *
static_metatype(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_initializers; i++) {
        const struct initializer *item = &variable->initializers[i];
        if (strcmp(item->field, "ob_type") == 0 && !item->is_zero
            && !is_plain_type(item->value))
        {
            return item->value;
        }
    }
    return NULL;
}

/* The metatype that code gives the class: VARIABLE, or the heap type TYPE. */
static const struct node *
metatype_set_later(const struct extension *extension, const struct variable *variable,
                   const struct heap_type *type)
{
    const struct source *source = extension->source;
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct node *root = source->functions[i]->body;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            const struct node *object, *metatype;
            if (!node_sets_type(node, &object, &metatype) || is_plain_type(metatype)) {
                continue;
            }
            if (variable != NULL ? node_variable(node_resolved(object)) == variable
                                 : type_of_expression(extension, object) == type)
            {
                return metatype;
            }
        }
    }
    return NULL;
}

const struct node *
class_metatype(const struct extension *extension, const struct node *node)
{
    const struct variable *variable = node_variable(node_resolved(node));
    if (variable != NULL && variable->type != NULL
        && type_is_record(variable->type, "PyTypeObject"))
    {
        const struct node *metatype = static_metatype(variable);
        return metatype != NULL ? metatype
                                : metatype_set_later(extension, variable, NULL);
    }
    const struct heap_type *type = type_of_expression(extension, node);
    if (type == NULL) {
        return NULL;
    }
    const struct node *call = heap_type_creation(type);
    if (CALL_IS(call, "PyType_FromMetaclass")) {
        const struct node *metatype = call_argument(call, 0);
        return node_is_null(metatype) || is_plain_type(metatype) ? NULL : metatype;
    }
    return metatype_set_later(extension, NULL, type);
}

/* `PyType_Type.tp_new` is the one that is allowed. */
static bool
is_new_of_type(const struct node *node)
{
    node = node_bare(node);
    return node != NULL && node->kind == NODE_MEMBER && node->first != NULL
           && is_plain_type(node->first);
}

const struct node *
metatype_new(const struct extension *extension, const struct node *metatype)
{
    const struct variable *variable = node_variable(node_resolved(metatype));
    if (variable != NULL && variable->type != NULL
        && type_is_record(variable->type, "PyTypeObject"))
    {
        const struct initializer *given = variable_initializer(variable, "tp_new");
        return given != NULL && !given->is_zero && !is_new_of_type(given->value)
                   ? given->value
                   : NULL;
    }
    const struct heap_type *type = type_of_expression(extension, metatype);
    const struct slot *slot =
        type != NULL ? slots_find(&type->slots, "Py_tp_new") : NULL;
    return slot != NULL && !slot->initializer->is_zero && !is_new_of_type(slot->value)
               ? slot->value
               : NULL;
}
