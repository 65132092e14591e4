/* Traverse, clear and free of the module state: which functions the module has for them, and
 * whether these can be extended. */
#include "convert/plan/hooks.h"

#include <string.h>

#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/capsules.h"
#include "convert/plan/early_returns.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/linked_objects.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/repeated_clear.h"
#include "convert/plan/resources.h"
#include "convert/plan/variables.h"
#include "convert/plan/vectors.h"
#include "extension/expression.h"
#include "extension/module_state.h"
#include "extension/ownership.h"

bool
holds_objects(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        struct linked_objects list;
        if (plan != NULL
            && (plan->kind != FIELD_DATA || is_linked_list(c, variable, &list)))
        {
            return true;
        }
    }
    return has_capsules(c);
}

const struct function *
hook_function(const struct conversion *c, const char *field)
{
    const struct initializer *item = variable_initializer(c->module->variable, field);
    const struct node *referent =
        item != NULL && !item->is_zero ? node_referent(item->value) : NULL;
    return referent != NULL ? referent->function : NULL;
}

const struct function *
release_function(const struct conversion *c)
{
    const struct function *release = hook_function(c, "m_free");
    return release != NULL && release == c->opt_out->release ? c->opt_out->inner_release
                                                             : release;
}

/* Does nothing of the module's own give up what is in the state that it has already? */
static bool
has_no_hooks(const struct conversion *c)
{
    return hook_function(c, "m_traverse") == NULL && hook_function(c, "m_clear") == NULL
           && hook_function(c, "m_free") == NULL;
}

bool
visits_old_field(const struct conversion *c, const struct field *field)
{
    return type_holds_object(field->type) && field->name[0] != '\0'
           && (has_no_hooks(c)
               || function_names_field(c->extension, release_function(c), field->name,
                                       HOOK_DEPTH)
               || (hook_function(c, "m_clear") != NULL
                   && field_is_released(c->extension, c->existing->record, field->name)))
           && !field_is_borrowed(c->extension, c->existing->record, field->name);
}

bool
visits_old_state(const struct conversion *c)
{
    const struct record *record = c->existing->record;
    bool is_open = record != NULL && !c->module->is_multi_phase
                   && hook_function(c, "m_traverse") == NULL;
    for (size_t i = 0; is_open && i < record->n_fields; i++) {
        if (visits_old_field(c, &record->fields[i])) {
            return true;
        }
    }
    return false;
}

bool
clears_old_state(const struct conversion *c)
{
    return has_no_hooks(c) && visits_old_state(c);
}

bool
has_new_hooks(const struct conversion *c)
{
    return (holds_objects(c)
            && (hook_function(c, "m_traverse") == NULL
                || hook_function(c, "m_clear") == NULL))
           || visits_old_state(c) || lacks_release(c)
           || (has_resources(c) && hook_function(c, "m_free") == NULL);
}

/* Refuse that HOOK cannot be extended, for what it is. */
static void
refuse_hook(struct conversion *c, const struct function *hook, const char *what)
{
    const struct declaration *place = function_definition(hook);
    if (place == NULL) {
        place = variable_declaration(c->module->variable);
        what = "is not defined in these sources";
    }
    refuse(c, "state-not-converted", place->file, place->name, hook->name,
           "'%s' %s and cannot be extended", hook->name, what);
}

/* New lines go before the last return of HOOK. */
static void
check_hook(struct conversion *c, const struct function *hook)
{
    const struct node *last = hook != NULL ? last_statement(hook) : NULL;
    if (hook != NULL
        && (last == NULL || last->kind != NODE_RETURN || last->origin != ORIGIN_FILE))
    {
        refuse_hook(c, hook, "does not end with a return statement");
    }
}

bool
function_uses(const struct function *function, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (variable->uses[i]->within == function) {
            return true;
        }
    }
    return false;
}

static bool
names(const struct function *function, const struct variable *variable, int depth)
{
    bool found = function_uses(function, variable);
    for (size_t i = 0; !found && depth > 0 && i < function->n_calls; i++) {
        const struct function *callee = function->calls[i]->function;
        found = callee != NULL && callee != function && names(callee, variable, depth - 1);
    }
    return found;
}

bool
hook_names(const struct function *hook, const struct variable *variable)
{
    return names(hook, variable, HOOK_DEPTH);
}

enum { ANY_ELEMENT = -1 };

/* Is USE, of an array, its element INDEX, or one that is not known?  What is only asked is not
 * handled. */
static bool
handles(const struct node *use, int64_t index)
{
    const struct node *array = node_outer(use);
    const struct node *element = array->parent;
    const struct node *place = element != NULL && element->kind == NODE_SUBSCRIPT
                                       && element->first == array
                                   ? node_bare(array->next)
                                   : NULL;
    return !node_is_asked(use)
           && (index == ANY_ELEMENT || place == NULL || !place->has_value
               || place->value == index);
}

static bool
reaches_use(const struct function *function, const struct variable *variable,
            int64_t index, int depth)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (variable->uses[i]->within == function
            && handles(variable->uses[i], index))
        {
            return true;
        }
    }
    for (size_t i = 0; depth > 0 && i < function->n_calls; i++) {
        const struct function *callee = function->calls[i]->function;
        if (callee != NULL && callee != function
            && reaches_use(callee, variable, index, depth - 1))
        {
            return true;
        }
    }
    return false;
}

bool
hook_handles_element(const struct function *hook, const struct variable *variable,
                     int64_t index)
{
    return hook != NULL && reaches_use(hook, variable, index, HOOK_DEPTH);
}

bool
hook_handles(const struct conversion *c, const struct function *hook,
             const struct variable *variable, const char *field)
{
    return hook != NULL && reaches_use(hook, variable, ANY_ELEMENT, HOOK_DEPTH)
           && (field == NULL
               || function_names_field(c->extension, hook, field, HOOK_DEPTH));
}

bool
release_drops_objects(const struct conversion *c)
{
    const struct function *release = release_function(c);
    const struct function *clear = hook_function(c, "m_clear");
    return holds_objects(c) && release != NULL && release->body != NULL
           && release != clear && (clear == NULL || !calls(release->body, clear->name));
}

bool
lacks_release(const struct conversion *c)
{
    const struct record *record = c->existing->record;
    const struct function *clear = hook_function(c, "m_clear");
    const struct initializer *item = variable_initializer(c->module->variable, "m_free");
    return !c->module->is_multi_phase && record != NULL && record_holds_objects(record)
           && clear != NULL && clear->body != NULL && unrepeatable_call(c, clear) == NULL
           && (item == NULL || item->is_zero);
}

bool
release_entry(const struct conversion *c, struct range *out)
{
    const struct initializer *item = variable_initializer(c->module->variable, "m_free");
    struct brackets braces;
    if (!item->designated || !brackets_around(item->file, item->begin, &braces)
        || !brackets_item(&braces, brackets_number(&braces, item->begin), out))
    {
        return false;
    }
    out->end = item_end(item->file, out->end);
    return true;
}

/* RELEASE frees, last of all, what moved and it does not know. */
static void
check_release(struct conversion *c, const struct function *release)
{
    if (release != NULL && release->body != NULL
        && (has_vectors(c) || has_resources(c) || release_drops_objects(c))
        && early_return(release) != NULL)
    {
        refuse_hook(c, release, "returns before its end");
    }
}

/* The m_free that the module gets calls its m_clear, which the collector may have called before. */
static void
check_repetition(struct conversion *c)
{
    const struct function *clear = hook_function(c, "m_clear");
    const struct node *call =
        (holds_objects(c) || has_resources(c)) && clear != NULL && clear->body != NULL
                && release_function(c) == NULL
            ? unrepeatable_call(c, clear)
            : NULL;
    if (call != NULL) {
        refuse_at(c, "state-not-converted", call, clear->name,
                  "the module gets an m_free that calls '%s', which the garbage collector may have "
                  "called before, and this would be done twice; use Py_CLEAR, set what is freed "
                  "to NULL, or give the module an m_free",
                  clear->name);
    }
}

/* A hook that a macro leaves out here is replaced: another build may have one. */
static void
check_absent_hooks(struct conversion *c)
{
    static const char *const fields[] = {"m_traverse", "m_clear", "m_free"};
    for (size_t i = 0; i < ARRAY_LENGTH(fields); i++) {
        const struct initializer *item =
            variable_initializer(c->module->variable, fields[i]);
        const char *macro =
            item != NULL && item->is_zero ? macro_of_other_builds(c, item->value) : NULL;
        if (macro != NULL) {
            refuse_at(c, "state-not-converted", item->value, c->module->variable->name,
                      "the macro '%s' gives the module no %s here, but may in another "
                      "build; give it with an #if around it",
                      macro, fields[i]);
        }
    }
}

void
check_hooks(struct conversion *c)
{
    if (has_new_hooks(c)) {
        check_absent_hooks(c);
    }
    check_repetition(c);
    if (holds_objects(c)) {
        check_hook(c, hook_function(c, "m_traverse"));
        check_hook(c, hook_function(c, "m_clear"));
    }
    if (holds_objects(c) || has_resources(c)) {
        check_release(c, release_function(c));
    }
}
