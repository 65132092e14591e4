/* Memory and locks that existed until the process ended: in the state there is one for
 * each module, which m_free releases. */
#include "convert/plan/resources.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/used_names.h"
#include "convert/findings.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/hooks.h"
#include "convert/plan/unvisited_memory.h"
#include "convert/plan/vectors.h"
#include "extension/flow.h"
#include "extension/module_state.h"
#include "model/resource.h"

/* The call that USE is an argument of, through casts; else what it is part of. */
static const struct node *
around(const struct node *use)
{
    return node_outer(use)->parent;
}

/* Does what USE is handed to leave it in the module's hands? */
static bool
is_used_inside(const struct node *use, const struct resource *resource)
{
    const struct node *node = around(use);
    if (use->is_address_taken || node == NULL) {
        return false;
    }
    switch (node->kind) {
    case NODE_CALL:
        return strcmp(call_name(node), resource->releaser) != 0
               && (string_starts(call_name(node), "PyThread_")
                   || (node->function != NULL && node->function->in_project));
    case NODE_ASSIGN:
        return node->first == use;
    case NODE_RETURN:
    case NODE_INIT_LIST:
    case NODE_VARIABLE:
        return false;
    default:
        return true;
    }
}

/* What the only value of PLAN's variable, a pointer, has to be given back to; NULL. */
static const struct resource *
resource_in(const struct variable_plan *plan)
{
    const struct variable *variable = plan->variable;
    if (plan->kind != FIELD_DATA || variable->type->kind != TYPE_POINTER) {
        return NULL;
    }
    const struct node *value = node_bare(only_value(variable));
    return value != NULL && value->kind == NODE_CALL && value->function != NULL
                   && !value->function->in_project
               ? resource_of(call_name(value))
               : NULL;
}

const struct resource *
kept_resource(const struct conversion *c, const struct variable_plan *plan)
{
    const struct variable *variable = plan->variable;
    const struct resource *resource = resource_in(plan);
    if (resource != NULL
        && (resource->takes_size /* which m_free cannot tell */
            || name_is_own_macro(c, resource->releaser)))
    {
        return NULL; /* a macro takes back what another function gave out */
    }
    for (size_t i = 0; resource != NULL && i < variable->n_uses; i++) {
        if (!is_used_inside(variable->uses[i], resource)) {
            return NULL;
        }
    }
    return resource;
}

bool
has_resources(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && kept_resource(c, plan) != NULL) {
            return true;
        }
    }
    return false;
}

/* The element, the member, or the number that USE is, of a static array, struct or integer. */
static const struct node *
part_at(const struct node *use)
{
    const struct node *part = node_outer(use);
    while (part->parent != NULL && part->parent->first == part
           && (part->parent->kind == NODE_SUBSCRIPT
               || (part->parent->kind == NODE_MEMBER && part->parent->op == '.')))
    {
        part = node_outer(part->parent);
    }
    return part;
}

/* Is a part of VARIABLE given back behind PART, which gets one, in the same function?  Then that
 * only uses it meanwhile.  So does, where it runs after the import, what another function ends. */
static bool
gives_part_back(const struct conversion *c, const struct variable *variable,
                const struct node *part, const struct resource *resource)
{
    bool is_at_import = function_runs_only_at_import(c->extension, part->within);
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *user = part_at(variable->uses[i])->parent;
        bool is_address = user != NULL && user->kind == NODE_UNARY && user->op == OP_ADDRESS;
        const struct node *call = is_address ? around(user) : user;
        if (call != NULL && call->kind == NODE_CALL
            && (call->within == part->within ? node_flows_to(part, call) : !is_at_import)
            && strcmp(call_name(call), resource->releaser) == 0)
        {
            return true;
        }
    }
    return false;
}

/* What PART is given: by an assignment, or by a call that makes it there; NULL: nothing. */
static const struct resource *
resource_given(const struct node *part)
{
    const struct node *user = part->parent;
    bool is_address = user != NULL && user->kind == NODE_UNARY && user->op == OP_ADDRESS;
    const struct node *call = is_address                              ? around(user)
                              : user != NULL && user->kind == NODE_ASSIGN
                                      && user->op == '=' && user->first == part
                                  ? node_bare(part->next)
                                  : NULL;
    if (call == NULL || call->kind != NODE_CALL || call->function == NULL
        || call->function->in_project)
    {
        return NULL;
    }
    return !is_address                                         ? resource_of(call_name(call))
           : node_bare(call_argument(call, 0)) == user ? resource_made_in_place(call_name(call))
                                                               : NULL;
}

/* What a part of VARIABLE, or VARIABLE, is given, and keeps behind the function that does so;
 * or NULL. */
static const struct resource *
resource_in_part(const struct conversion *c, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *part = part_at(variable->uses[i]);
        const struct resource *resource = resource_given(part);
        if (resource != NULL && !gives_part_back(c, variable, part, resource)) {
            return resource;
        }
    }
    return NULL;
}

/* Is an element or a member of VARIABLE handed by its address to a function that allocates memory
 * for it? */
static bool
part_is_allocated(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *part = part_at(variable->uses[i]);
        if (part != node_outer(variable->uses[i]) && is_allocated_by_address(part)) {
            return true;
        }
    }
    return false;
}

/* Has the pointer PLAN values that are none of a resource?  Then m_free cannot tell. */
static bool
has_other_values(const struct variable_plan *plan)
{
    return plan->kind == FIELD_DATA && plan->variable->type->kind == TYPE_POINTER
           && resource_in(plan) == NULL;
}

/* A descriptor, what elements and members hold, and what a pointer holds at times, is not
 * released by m_free. */
static bool
note_parts(struct conversion *c, const struct variable_plan *plan)
{
    const struct variable *variable = plan->variable;
    const struct function *release = release_function(c);
    bool has_parts =
        plan->kind == FIELD_RECORD || has_other_values(plan)
        || (plan->kind == FIELD_DATA && variable->type->kind != TYPE_POINTER);
    const struct resource *resource = has_parts ? resource_in_part(c, variable) : NULL;
    const char *what = resource != NULL                            ? resource->what
                       : has_parts && part_is_allocated(variable) ? "memory"
                                                                  : NULL;
    const struct declaration *d = variable_declaration(variable);
    if (what == NULL || (release != NULL && function_uses(release, variable))) {
        return false;
    }
    note(c, "lifetime-resource-kept", d->file, d->name, variable->name,
         "each module object gets %s of its own in '%s', which is not given back with it: "
         "release it in m_free",
         what, variable->name);
    return true;
}

/* Does the module itself release it somewhere? */
static bool
is_released(const struct variable *variable, const struct resource *resource)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *node = around(variable->uses[i]);
        if (node != NULL && node->kind == NODE_CALL
            && strcmp(call_name(node), resource->releaser) == 0)
        {
            return true;
        }
    }
    return false;
}

/* Is there memory in PLAN's pointer that the module gives up at times, but not at its end? */
static bool
leaves_memory(const struct conversion *c, const struct variable_plan *plan)
{
    const struct function *release = release_function(c);
    return plan->kind == FIELD_DATA && plan->variable->type->kind == TYPE_POINTER
           && allocation_of(plan->variable, NULL) != NULL
           && !leaves_objects(c, plan->variable)
           && (release == NULL || !function_uses(release, plan->variable));
}

/* Does the module's own HOOK, or what that calls, name the field NAME of its state? */
static bool
hook_names_field(const struct conversion *c, const char *hook, const char *name)
{
    enum { DEPTH = 3 };
    const struct function *function = hook_function(c, hook);
    return function != NULL && function_names_field(c->extension, function, name, DEPTH);
}

/* Memory in the state that the module has already: there was one of it in the process, and now
 * there is one for each module object. */
static void
note_fields(struct conversion *c)
{
    const struct record *record = c->module->is_multi_phase ? NULL : c->existing->record;
    for (size_t i = 0; record != NULL && i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        const struct node *call = allocation_of_field(c, field);
        if (call != NULL && !hook_names_field(c, "m_free", field->name)
            && !hook_names_field(c, "m_clear", field->name))
        {
            note(c, "lifetime-resource-kept", call->file, call->begin, field->name,
                 "each module object has memory of its own in '%s', which is not given back "
                 "with it; release it in m_free",
                 field->name);
        }
    }
}

void
note_unreleased(struct conversion *c)
{
    note_fields(c);
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan == NULL || kept_resource(c, plan) != NULL) {
            continue;
        }
        const struct resource *resource = resource_in(plan);
        const struct declaration *d = variable_declaration(plan->variable);
        if (note_parts(c, plan)) {
            continue;
        }
        if (resource == NULL || is_released(plan->variable, resource)) {
            if (leaves_memory(c, plan)) {
                note(c, "lifetime-resource-kept", d->file, d->name, plan->variable->name,
                     "each module object has memory of its own in '%s', which is not given "
                     "back with it; release it in m_free",
                     plan->variable->name);
            }
            continue;
        }
        note(c, "lifetime-resource-kept", d->file, d->name, plan->variable->name,
             "each module object gets %s of its own in '%s', which nobody gives back: %s; "
             "release it in m_free",
             resource->what, plan->variable->name,
             name_is_own_macro(c, resource->releaser)
                 ? TEXT(c, "the project defines '%s' as a macro", resource->releaser)
             : resource->takes_size ? TEXT(c, "%s takes its size, too", resource->releaser)
                                    : "code outside of the module may use it longer");
    }
}
