/* lifetime-resource-kept: what the state holds that is no object is released by m_free,
 * which runs for every module object that dies. */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"
#include "extension/module_state.h"
#include "model/resource.h"

/* The field of a state that ASSIGN puts a resource into; NULL: it does not. */
static const struct node *
field_of_resource(const struct extension *extension, const struct node *assign,
                  const struct resource **out_resource)
{
    const struct node *field = node_bare(assign->first);
    const struct node *value = node_bare(assign->first->next);
    const struct resource *resource =
        value != NULL && value->kind == NODE_CALL && value->function != NULL
                && !value->function->in_project
            ? resource_of(call_name(value))
            : NULL;
    *out_resource = resource;
    return resource != NULL && field->kind == NODE_MEMBER && field->op == '>'
                   && type_points_to_state(extension, member_object_type(field))
               ? field
               : NULL;
}

static const struct module *
module_of_state(const struct extension *extension, const struct record *record)
{
    for (size_t i = 0; i < extension->n_modules; i++) {
        if (extension->modules[i].state == record) {
            return &extension->modules[i];
        }
    }
    return NULL;
}

/* Are the hooks there that are given, with their bodies? */
static bool
hooks_are_known(const struct module *module)
{
    return (!module->has_clear || (module->clear && module->clear->body))
           && (!module->has_free || (module->free && module->free->body));
}

/* Was FIELD told of before, at an earlier assignment? */
static bool
is_told(const struct check *check, const char *field)
{
    for (size_t i = 0; i < check->findings->n_items; i++) {
        const struct finding *finding = &check->findings->items[i];
        if (strcmp(finding->rule, "lifetime-resource-kept") == 0
            && strcmp(finding->symbol, field) == 0)
        {
            return true;
        }
    }
    return false;
}

/* Is NODE a statement that each import runs to the end of, unless it fails: one of an exec
 * function, or of a function that such a statement calls? */
static bool
ends_each_import(const struct extension *extension, const struct node *node, int depth)
{
    const struct node *statement = node_outer(node);
    const struct function *function = node->within;
    if (function == NULL || statement->parent != function->body
        || !function_runs_only_at_import(extension, function))
    {
        return false;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = function->uses[i], *call = use->parent;
        if (call != NULL && call->kind == NODE_CALL && call->first == use && depth > 0) {
            return ends_each_import(extension, call, depth - 1);
        }
    }
    return true;
}

/* Is GIVEN the field of a state that has the name of FIELD? */
static bool
is_same_field(const struct extension *extension, const struct node *given,
              const struct node *field)
{
    return given != NULL && given->kind == NODE_MEMBER && given->op == '>'
           && strcmp(given->text, field->text) == 0 && member_object_type(given) != NULL
           && type_points_to_state(extension, member_object_type(given));
}

/* Does FUNCTION put something into FIELD in front of RELEASE, itself or by a call? */
static bool
fills_before(const struct extension *extension, const struct function *function,
             const struct node *field, const struct node *release)
{
    if (field->within == function) {
        return field->begin < release->begin;
    }
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        if (call->begin < release->begin && call->function != NULL
            && call->function->body != NULL
            && function_names_field(extension, call->function, field->text, HOOK_DEPTH))
        {
            return true;
        }
    }
    return false;
}

/* Is what FIELD gets given back by RELEASER at the end of the call that puts it there?  Its
 * pointer may stay: m_free would release it once more. */
static bool
is_released_in_call(const struct check *check, const struct node *field,
                    const char *releaser)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *call = function->calls[k];
            const struct node *argument =
                strcmp(call_name(call), releaser) == 0 ? call_argument(call, 0) : NULL;
            if (argument != NULL && node_outer(call)->parent == function->body
                && is_same_field(extension, node_bare(argument), field)
                && fills_before(extension, function, field, call))
            {
                return true;
            }
        }
    }
    return false;
}

/* Does each import give back what it puts into FIELD, by RELEASER? */
static bool
is_released_at_import(const struct check *check, const struct node *field,
                      const char *releaser)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *call = function->calls[k];
            const struct node *argument =
                strcmp(call_name(call), releaser) == 0 ? call_argument(call, 0) : NULL;
            if (argument != NULL && is_same_field(extension, node_bare(argument), field)
                && (call->within != field->within || call->begin > field->end)
                && ends_each_import(extension, call, HOOK_DEPTH))
            {
                return function_runs_only_at_import(extension, field->within);
            }
        }
    }
    return false;
}

void
check_lifetime_resource_kept(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct node *root = function->body;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            const struct resource *resource;
            const struct node *field =
                node->kind == NODE_ASSIGN && node->op == '='
                    ? field_of_resource(extension, node, &resource)
                    : NULL;
            const struct module *module =
                field != NULL
                    ? module_of_state(extension, member_object_type(field)->target->record)
                    : NULL;
            if (module == NULL || !module->is_multi_phase || !hooks_are_known(module)
                || function_is_dead(extension, function)
                || function_names_field(extension, module->clear, field->text,
                                        HOOK_DEPTH)
                || function_names_field(extension, module->free, field->text,
                                        HOOK_DEPTH)
                || is_told(check, field->text)
                || is_released_at_import(check, field, resource->releaser)
                || is_released_in_call(check, field, resource->releaser))
            {
                continue;
            }
            check_add_node(
                check, "lifetime-resource-kept", field, field->text,
                "'%s' of the module state holds %s from %s, which no module hook "
                "releases; each module object leaks it: call %s in m_free",
                field->text, resource->what, resource->maker, resource->releaser);
        }
    }
}
