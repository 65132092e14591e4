#include "extension/type_origin.h"

#include <string.h>

#include "extension/expression.h"

enum { ORIGIN_DEPTH = 4 }; /* names behind names */

/* What has been found so far. */
struct origin {
    const struct extension *extension;
    const struct heap_type *type;
    bool is_ambiguous;
};

static void look(struct origin *origin, const struct node *node, int depth);

static void
found(struct origin *origin, const struct heap_type *type)
{
    origin->is_ambiguous =
        origin->is_ambiguous || (origin->type != NULL && origin->type != type);
    origin->type = type;
}

const struct heap_type *
type_of_spec(const struct extension *extension, const struct node *spec)
{
    const struct variable *variable = node_variable(spec);
    for (size_t i = 0; variable != NULL && i < extension->n_types; i++) {
        if (extension->types[i].variable == variable) {
            return &extension->types[i];
        }
    }
    return NULL;
}

static const struct heap_type *
type_of_call(const struct extension *extension, const struct node *call)
{
    for (const struct node *argument = call->first ? call->first->next : NULL;
         argument != NULL; argument = argument->next)
    {
        const struct heap_type *type = type_of_spec(extension, argument);
        if (type != NULL) {
            return type;
        }
    }
    return NULL;
}

/* Is NODE the member NAME of something? */
static bool
is_member(const struct node *node, const char *name)
{
    node = node_referent(node);
    return node != NULL && node->kind == NODE_MEMBER && strcmp(node->text, name) == 0;
}

/* All that the member NAME is ever given: by assignment, or by a function that gets a
 * spec and the address of the member. */
static void
look_for_member(struct origin *origin, const char *name, int depth)
{
    const struct source *source = origin->extension->source;
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct node *root = source->functions[i]->body;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            if (node->kind == NODE_ASSIGN && is_member(node->first, name)) {
                look(origin, node->first->next, depth - 1);
                continue;
            }
            const struct heap_type *type =
                node->kind == NODE_CALL ? type_of_call(origin->extension, node) : NULL;
            for (const struct node *at = type != NULL ? node->first->next : NULL;
                 at != NULL; at = at->next)
            {
                if (node_bare(at)->kind == NODE_UNARY && is_member(at, name)) {
                    found(origin, type);
                }
            }
        }
    }
}

static void
look_for_local(struct origin *origin, const struct variable *variable, int depth)
{
    if (variable->initial != NULL) {
        look(origin, variable->initial, depth - 1);
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *parent = variable->uses[i]->parent;
        if (parent != NULL && parent->kind == NODE_ASSIGN
            && parent->first == variable->uses[i])
        {
            look(origin, parent->first->next, depth - 1);
        }
    }
}

static void
look(struct origin *origin, const struct node *node, int depth)
{
    node = node_bare(node);
    if (node == NULL || depth <= 0) {
        return;
    }
    if (node->kind == NODE_ASSIGN) {
        look(origin, node->first->next, depth - 1);
    }
    else if (node->kind == NODE_CALL) {
        const struct heap_type *type = type_of_call(origin->extension, node);
        if (type != NULL) {
            found(origin, type);
        }
    }
    else if (node->kind == NODE_MEMBER) {
        look_for_member(origin, node->text, depth);
    }
    else if (node->kind == NODE_NAME && node->variable != NULL
             && !node->variable->is_parameter)
    {
        look_for_local(origin, node->variable, depth);
    }
}

const struct heap_type *
type_of_expression(const struct extension *extension, const struct node *node)
{
    struct origin origin = {extension, NULL, false};
    look(&origin, node, ORIGIN_DEPTH);
    return origin.is_ambiguous ? NULL : origin.type;
}

/* Is the local, or the expression itself, what a function of the API made? */
static bool
is_made_by_call(const struct node *node, int depth)
{
    node = node_bare(node);
    if (CALL_IS(node, "PyType_FromSpec", "PyType_FromSpecWithBases",
                "PyType_FromModuleAndSpec", "PyType_FromMetaclass", "PyType_FromSlots",
                "PyStructSequence_NewType", "PyErr_NewException",
                "PyErr_NewExceptionWithDoc"))
    {
        return true;
    }
    const struct node *value =
        node != NULL && node->kind == NODE_NAME && node->variable != NULL && depth > 0
            ? variable_only_value(node->variable)
            : NULL;
    return value != NULL && is_made_by_call(value, depth - 1);
}

bool
expression_is_made_type(const struct extension *extension, const struct node *node)
{
    return is_made_by_call(node, ORIGIN_DEPTH)
           || type_of_expression(extension, node) != NULL;
}
