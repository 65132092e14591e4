/* Memory and locks that existed until the process ended: in the state there is one for
 * each module, which m_free releases. */
#include "convert/plan/resources.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/allocated_memory.h"
#include "convert/facts/foreign_handles.h"
#include "convert/facts/nodes.h"
#include "convert/facts/used_names.h"
#include "convert/findings.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/hooks.h"
#include "convert/plan/resource_values.h"
#include "convert/plan/unvisited_memory.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/flow.h"
#include "extension/module_state.h"
#include "extension/pointer_fate.h"
#include "extension/references.h"
#include "model/resource.h"

/* The call that USE is an argument of, through casts; else what it is part of. */
static const struct node *
around(const struct node *use)
{
    return node_outer(use)->parent;
}

/* What the values of PLAN's variable, a pointer, have to be given back to; NULL. */
static const struct resource *
resource_in(const struct variable_plan *plan)
{
    return plan->kind == FIELD_DATA ? resource_in_pointer(plan->variable) : NULL;
}

/* Does the module's own HOOK, or what that calls, give back what VARIABLE has? */
static bool
own_hook_releases(const struct conversion *c, const struct variable *variable)
{
    const struct function *release = release_function(c), *clear = hook_function(c, "m_clear");
    return (release != NULL && hook_names(release, variable))
           || (clear != NULL && hook_names(clear, variable));
}

/* Has VARIABLE what it was given until it is given something else, and nobody but VARIABLE? */
static bool
is_sole_owner(const struct variable *variable, const struct resource *resource)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        enum pointer_fate fate = pointer_fate(use, resource->releaser);
        if (fate == POINTER_SHARED
            || (fate == POINTER_RELEASED && !pointer_is_replaced(use)))
        {
            return false;
        }
    }
    return true;
}

const struct resource *
kept_resource(const struct conversion *c, const struct variable_plan *plan)
{
    const struct variable *variable = plan->variable;
    const struct resource *resource = resource_in(plan);
    return resource != NULL && !resource->takes_size /* which m_free cannot tell */
                   /* a macro takes back what another function gave out */
                   && !name_is_own_macro(c, resource->releaser)
                   && !own_hook_releases(c, variable) && is_sole_owner(variable, resource)
               ? resource
               : NULL;
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

/* Does CONDITION ask about VARIABLE? */
static bool
asks_about(const struct node *condition, const struct variable *variable)
{
    for (const struct node *n = condition; n != NULL; n = node_after(n, condition)) {
        if (n->kind == NODE_NAME && n->variable == variable) {
            return true;
        }
    }
    return false;
}

/* Does NODE run whenever what stands around it and around EARLIER (NULL: its function) does?  It
 * may ask whether there is something in VARIABLE, but not end a way that fails. */
static bool
is_sure(const struct node *node, const struct node *earlier, const struct variable *variable)
{
    const struct node *child = node;
    for (const struct node *n = node->parent; n != NULL; child = n, n = n->parent) {
        if (earlier != NULL && is_inside(earlier, n)) {
            return true;
        }
        bool is_branch =
            (n->kind == NODE_IF || n->kind == NODE_CONDITIONAL) && child != n->first;
        if (n->kind == NODE_SWITCH
            || (is_branch && (leaves(child) || !asks_about(n->first, variable))))
        {
            return false;
        }
    }
    return true;
}

enum { CALLS_DEPTH = 4 };

/* Does LATER, of VARIABLE, surely run behind EARLIER in the function of that, itself or by a call
 * of its function? */
static bool
runs_behind(const struct node *earlier, const struct node *later,
            const struct variable *variable)
{
    const struct function *function = later->within;
    if (function == NULL || function == earlier->within) {
        return function != NULL && node_flows_to(earlier, later)
               && is_sure(later, earlier, variable);
    }
    for (size_t i = 0; i < function->n_uses && is_sure(later, NULL, variable); i++) {
        const struct node *call = direct_call(function->uses[i]);
        if (call != NULL && call->within == earlier->within && node_flows_to(earlier, call)
            && is_sure(call, earlier, variable))
        {
            return true;
        }
    }
    return false;
}

/* Does a function surely run LATER, of VARIABLE, behind EARLIER, itself or through what it
 * calls, EARLIER at most DEPTH calls deep? */
static bool
one_function_runs(const struct node *earlier, const struct node *later,
                  const struct variable *variable, int depth)
{
    const struct function *function = earlier->within;
    bool is_found = runs_behind(earlier, later, variable);
    for (size_t i = 0; function != NULL && depth > 0 && i < function->n_uses && !is_found;
         i++)
    {
        const struct node *call = direct_call(function->uses[i]);
        is_found = call != NULL && call->within != function
                   && one_function_runs(call, later, variable, depth - 1);
    }
    return is_found;
}

/* Is the value of ARGUMENT, of CALL, given to RELEASER there, by functions of the project, too? */
static bool
is_released_in(const struct node *call, const struct node *argument, const char *releaser,
               int depth)
{
    const struct function *target = call_target(call);
    if (strcmp(call_name(call), releaser) == 0) {
        return true;
    }
    size_t number = call_argument_number(call, argument);
    if (target == NULL || !target->in_project || depth == 0 || number >= target->n_parameters) {
        return false;
    }
    const struct variable *parameter = target->parameters[number];
    for (size_t i = 0; i < parameter->n_uses; i++) {
        const struct node *use = node_outer(parameter->uses[i]), *user = use->parent;
        if (user != NULL && user->kind == NODE_CALL && user->first != use
            && is_released_in(user, use, releaser, depth - 1))
        {
            return true;
        }
    }
    return false;
}

/* The call that gives back what PART has, to RELEASER (NULL: to any that frees); NULL: none. */
static const struct node *
releasing_call(const struct node *part, const char *releaser)
{
    const struct node *user = part->parent;
    bool is_address = user != NULL && user->kind == NODE_UNARY && user->op == OP_ADDRESS;
    const struct node *call = is_address ? around(user) : user;
    if (call != NULL && call->kind == NODE_OTHER && call->op == OP_DELETE) {
        return call;
    }
    if (call == NULL || call->kind != NODE_CALL) {
        return NULL;
    }
    bool is_release = releaser != NULL ? is_released_in(call, part, releaser, CALLS_DEPTH)
                                       : ends_what_it_gets(call_name(call))
                                             || released_reference(call) != NULL;
    return is_release || (is_address && is_freed_by_address(part)) ? call : NULL;
}

/* Is a part of VARIABLE given back behind PART, which gets one, by what the same function does?
 * Then that only uses it meanwhile. */
static bool
gives_part_back(const struct variable *variable, const struct node *part,
                const struct resource *resource)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *call = releasing_call(part_at(variable->uses[i]),
                                                 resource != NULL ? resource->releaser : NULL);
        if (call != NULL && one_function_runs(part, call, variable, CALLS_DEPTH)) {
            return true;
        }
    }
    return false;
}

/* Is the resource of LOCAL given back behind NODE, which hands it on? */
static bool
is_given_back_behind(const struct node *node, const struct variable *local,
                     const struct resource *resource)
{
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *call =
            releasing_call(node_outer(local->uses[i]), resource->releaser);
        if (call != NULL && node_flows_to(node, call)) {
            return true;
        }
    }
    return false;
}

static const struct resource *resource_behind(const struct node *value, int depth);

/* What the local that NAME names was given, and still has behind NAME. */
static const struct resource *
resource_of_local(const struct node *name, int depth)
{
    const struct variable *local = name->variable;
    if (local == NULL || local->storage != STORAGE_AUTOMATIC || local->is_parameter) {
        return NULL;
    }
    const struct resource *resource =
        local->initial != NULL ? resource_behind(local->initial, depth) : NULL;
    for (size_t i = 0; i < local->n_uses && resource == NULL; i++) {
        const struct node *place = node_outer(local->uses[i]), *assign = place->parent;
        if (assign != NULL && assign->kind == NODE_ASSIGN && assign->op == '='
            && assign->first == place)
        {
            resource = resource_behind(place->next, depth);
        }
    }
    return resource != NULL && !is_given_back_behind(name, local, resource) ? resource : NULL;
}

/* What one of the results of FUNCTION, of the project, is. */
static const struct resource *
resource_of_results(const struct function *function, int depth)
{
    const struct node *body = function->body;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        const struct resource *resource = n->kind == NODE_RETURN && n->first != NULL
                                                  && !node_is_in_lambda(n)
                                              ? resource_behind(n->first, depth)
                                              : NULL;
        if (resource != NULL) {
            return resource;
        }
    }
    return NULL;
}

/* What VALUE is, or may be, through at most DEPTH locals and functions that hand it on. */
static const struct resource *
resource_behind(const struct node *value, int depth)
{
    const struct node *bare = node_bare(value);
    if (bare == NULL || depth == 0) {
        return NULL;
    }
    if (bare->kind == NODE_CALL) {
        const struct function *target = call_target(bare);
        return target != NULL && target->in_project ? resource_of_results(target, depth - 1)
                                                    : resource_of(call_name(bare));
    }
    if (bare->kind == NODE_CONDITIONAL) {
        const struct resource *resource = resource_behind(node_child(bare, 1), depth);
        return resource != NULL ? resource : resource_behind(node_child(bare, 2), depth);
    }
    return bare->kind == NODE_NAME ? resource_of_local(bare, depth - 1) : NULL;
}

/* What PART is given: by an assignment, or by a call that makes it there; NULL: nothing. */
static const struct resource *
resource_given(const struct node *part)
{
    enum { MOST_HANDS = 4 };
    const struct node *user = part->parent;
    bool is_address = user != NULL && user->kind == NODE_UNARY && user->op == OP_ADDRESS;
    if (is_address) {
        const struct node *call = around(user);
        return call != NULL && call->kind == NODE_CALL && call->function != NULL
                       && !call->function->in_project
                       && node_bare(call_argument(call, 0)) == user
                   ? resource_made_in_place(call_name(call))
                   : NULL;
    }
    bool is_assigned =
        user != NULL && user->kind == NODE_ASSIGN && user->op == '=' && user->first == part;
    /* Memory is asked about elsewhere. */
    bool is_pointer = is_assigned && part->kind == NODE_NAME && part->type != NULL
                      && part->type->kind == TYPE_POINTER;
    return is_assigned ? resource_behind(part->next, is_pointer ? 1 : MOST_HANDS) : NULL;
}

/* Is PART of a static given memory, other than as the whole of a pointer? */
static bool
is_given_memory(const struct variable *variable, const struct node *part)
{
    const struct node *user = part->parent;
    bool is_assigned =
        user != NULL && user->kind == NODE_ASSIGN && user->op == '=' && user->first == part;
    bool is_pointer = part->kind == NODE_NAME && variable->type->kind == TYPE_POINTER;
    return !is_pointer
           && ((is_assigned && allocation_behind(part->next) != NULL)
               || is_allocated_by_address(part));
}

/* Is PART, whose type does not say that it leads to an object, given one that it owns? */
static bool
is_given_object(const struct node *part)
{
    const struct node *assign = part->parent;
    const struct node *value = assign != NULL && assign->kind == NODE_ASSIGN
                                       && assign->op == '=' && assign->first == part
                                   ? node_bare(part->next)
                                   : NULL;
    return value != NULL && value->kind == NODE_CALL && type_is_object_pointer(value->type)
           && !type_is_object_pointer(part->type) && !call_gives_borrowed(value)
           && !call_gives_immortal(value);
}

/* What a part of VARIABLE, or VARIABLE, is given, and keeps behind the function that does so, in
 * words; or NULL. */
static const char *
kept_in_part(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *part = part_at(variable->uses[i]);
        const struct resource *resource = resource_given(part);
        const char *what = resource != NULL                       ? resource->what
                           : is_given_object(part)                ? "an object"
                           : is_given_memory(variable, part)      ? "memory"
                                                                  : NULL;
        if (what != NULL && !gives_part_back(variable, part, resource)) {
            return what;
        }
    }
    return NULL;
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
    bool has_parts =
        plan->kind == FIELD_RECORD || has_other_values(plan)
        || (plan->kind == FIELD_DATA && variable->type->kind != TYPE_POINTER);
    const char *what = has_parts ? kept_in_part(variable) : NULL;
    const struct declaration *d = variable_declaration(variable);
    if (what == NULL) {
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
        if (pointer_fate(variable->uses[i], resource->releaser) == POINTER_RELEASED) {
            return true;
        }
    }
    return false;
}

/* Is the pointer of USE given memory there? */
static bool
is_filled(const struct node *use)
{
    const struct node *place = node_outer(use), *assign = place->parent;
    return (assign != NULL && assign->kind == NODE_ASSIGN && assign->first == place
            && allocation_behind(place->next) != NULL)
           || (use->is_address_taken && is_allocated_by_address(use));
}

/* Is there memory in PLAN's pointer that nothing gives back at its end? */
static bool
leaves_memory(const struct conversion *c, const struct variable_plan *plan)
{
    const struct variable *variable = plan->variable;
    bool is_filled_for_good = false;
    for (size_t i = 0; i < variable->n_uses && !is_filled_for_good; i++) {
        const struct node *use = variable->uses[i];
        is_filled_for_good =
            is_filled(use) && !gives_part_back(variable, node_outer(use), NULL);
    }
    return is_filled_for_good && plan->kind == FIELD_DATA
           && variable->type->kind == TYPE_POINTER && !leaves_objects(c, variable);
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

/* The call that gives VARIABLE a handle, which is there when its function is over; or NULL. */
static const struct node *
call_leaving_handle(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i], *call = call_giving_handle(use);
        if (call != NULL && !gives_part_back(variable, node_outer(use), NULL)) {
            return call;
        }
    }
    return NULL;
}

/* What the functions of a library give may be the library's, or the module's own. */
static void
note_handle(struct conversion *c, const struct variable *variable)
{
    const struct node *call = call_leaving_handle(variable);
    const struct declaration *d = variable_declaration(variable);
    if (call != NULL) {
        note(c, "lifetime-resource-kept", d->file, d->name, variable->name,
             "each module object gets what %s() gives in '%s', which is not given back with "
             "it: if it is the module's own, release it in m_free",
             call_name(call), variable->name);
    }
}

/* Is VARIABLE given a resource that the call which does so does not give back at its end? */
static bool
leaves_resource(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *place = node_outer(variable->uses[i]);
        const struct resource *resource = resource_given(place);
        if (resource != NULL && !gives_part_back(variable, place, resource)) {
            return true;
        }
    }
    return false;
}

/* Tell of a resource in PLAN's pointer that m_free cannot give back, or of other memory. */
static void
note_pointer(struct conversion *c, const struct variable_plan *plan)
{
    const struct variable *variable = plan->variable;
    const struct resource *resource = resource_in(plan);
    const struct declaration *d = variable_declaration(variable);
    if (resource != NULL && !is_released(variable, resource)) {
        note(c, "lifetime-resource-kept", d->file, d->name, variable->name,
             "each module object gets %s of its own in '%s', which nobody gives back: %s; "
             "release it in m_free",
             resource->what, variable->name,
             name_is_own_macro(c, resource->releaser)
                 ? TEXT(c, "the project defines '%s' as a macro", resource->releaser)
             : resource->takes_size ? TEXT(c, "%s takes its size, too", resource->releaser)
                                    : "other code may use it longer");
    }
    else if ((resource != NULL && leaves_resource(variable)) || leaves_memory(c, plan)) {
        note(c, "lifetime-resource-kept", d->file, d->name, variable->name,
             "each module object has %s of its own in '%s', which is not given back with it; "
             "release it in m_free%s",
             resource != NULL ? resource->what : "memory", variable->name,
             resource != NULL ? ", and empty the pointer where it is released before" : "");
    }
    else if (plan->kind == FIELD_DATA) {
        note_handle(c, variable);
    }
}

void
note_unreleased(struct conversion *c)
{
    note_fields(c);
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && kept_resource(c, plan) == NULL
            && !own_hook_releases(c, plan->variable) && !note_parts(c, plan))
        {
            note_pointer(c, plan);
        }
    }
}
