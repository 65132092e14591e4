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
                || is_told(check, field->text))
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
