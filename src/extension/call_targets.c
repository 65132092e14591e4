#include "extension/call_targets.h"

#include <string.h>

#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/index.h"

struct targets {
    const struct function **items;
    size_t n_items, most;
};

static void
add(struct targets *targets, const struct node *value)
{
    const struct function *function = value != NULL ? node_function(value) : NULL;
    if (function == NULL || !function->in_project || targets->n_items == targets->most) {
        return;
    }
    for (size_t i = 0; i < targets->n_items; i++) {
        if (targets->items[i] == function) {
            return;
        }
    }
    targets->items[targets->n_items++] = function;
}

/* What the initialisers of VARIABLE give to the field NAME of RECORD; of a table of pointers to
 * functions, RECORD is NULL. */
static void
add_initial(struct targets *targets, const struct variable *variable,
            const struct record *record, const char *name)
{
    for (size_t i = 0; i < variable->n_initializers; i++) {
        const struct initializer *at = &variable->initializers[i];
        if (strcmp(at->field, name) == 0
            && (record == NULL || strcmp(at->record, record->name) == 0
                || strcmp(at->record, record->tag) == 0))
        {
            add(targets, at->value);
        }
    }
}

static void
add_of_member(const struct extension *extension, struct targets *targets,
              const struct node *callee)
{
    const struct type *object = member_object_type(callee);
    object = object != NULL && object->kind == TYPE_POINTER ? object->target : object;
    const struct record *record = object != NULL ? object->record : NULL;
    if (record == NULL || record->file == NULL || !record->file->is_project) {
        return;
    }
    const struct member_uses *uses = members_called(extension, callee->text);
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *target = node_outer(uses->items[i]), *assign = target->parent;
        const struct type *type = member_object_type(uses->items[i]);
        type = type != NULL && type->kind == TYPE_POINTER ? type->target : type;
        if (assign != NULL && assign->kind == NODE_ASSIGN && assign->first == target
            && type != NULL && type->record == record)
        {
            add(targets, assign->first->next);
        }
    }
    for (size_t i = 0; i < extension->source->n_variables; i++) {
        add_initial(targets, extension->source->variables[i], record, callee->text);
    }
}

/* What the callers of FUNCTION, in the project, give its parameter PARAMETER. */
static void
add_of_parameter(struct targets *targets, const struct function *function,
                 const struct variable *parameter)
{
    size_t n = 0;
    while (n < function->n_parameters && function->parameters[n] != parameter) {
        n++;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *call = call_around(function->uses[i], NULL);
        if (call != NULL && call_target(call) == function) {
            add(targets, call_argument(call, n));
        }
    }
}

size_t
call_targets(const struct extension *extension, const struct node *call,
             const struct function **out, size_t most)
{
    struct targets targets = {out, 0, most};
    const struct function *function = call_target(call);
    if (function != NULL) {
        out[0] = function;
        return 1;
    }
    const struct node *callee = node_bare(call->first);
    while (callee->kind == NODE_UNARY && callee->op == OP_DEREFERENCE) {
        callee = node_bare(callee->first);
    }
    callee = node_resolved(callee);
    if (callee->kind == NODE_MEMBER) {
        add_of_member(extension, &targets, callee);
    }
    else if (callee->kind == NODE_NAME && callee->variable != NULL
             && callee->variable->is_parameter && callee->within != NULL)
    {
        add_of_parameter(&targets, callee->within, callee->variable);
    }
    else if (callee->kind == NODE_SUBSCRIPT) {
        const struct variable *table = node_variable(callee->first);
        if (table != NULL) {
            add_initial(&targets, table, NULL, "");
        }
    }
    return targets.n_items;
}
