/* Addresses of what moves that leave the module: the module state is freed with the module
 * object, and whoever has the address does not know. */
#include "convert/plan/capsules.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/functions.h"
#include "convert/plan/module.h"
#include "convert/plan/variables.h"
#include "extension/address_use.h"

enum { DESTRUCTOR = 2 };

static bool
is_capsule(const struct node *place)
{
    return place->kind == NODE_CALL && strcmp(call_name(place), "PyCapsule_New") == 0;
}

static bool
is_taken(const struct conversion *c, const struct state_capsules *list, const char *name)
{
    const struct variable_plan *plan = plan_of_field(c, name);
    const struct record *record = c->existing->record;
    bool is_found = plan != NULL && plan->kind != FIELD_NONE;
    for (size_t i = 0; i < list->n_items; i++) {
        is_found |= list->items[i].field != NULL && strcmp(list->items[i].field, name) == 0;
    }
    for (size_t i = 0; record != NULL && i < record->n_fields; i++) {
        is_found |= strcmp(record->fields[i].name, name) == 0;
    }
    return is_found;
}

static const char *
free_field(const struct conversion *c, const struct state_capsules *list,
           const struct variable_plan *moved)
{
    const char *name = TEXT(c, "%s_capsule", moved->field);
    for (int i = 2; is_taken(c, list, name); i++) {
        name = TEXT(c, "%s_capsule_%d", moved->field, i);
    }
    return name;
}

/* The comma and the third argument, which is to be NULL. */
static bool
plain_destructor(const struct node *call, const struct brackets *arguments,
                 struct range *out)
{
    const struct node *destructor = call_argument(call, DESTRUCTOR);
    struct range name, last;
    if (destructor == NULL || !is_null(destructor)
        || !brackets_item(arguments, DESTRUCTOR - 1, &name)
        || !brackets_item(arguments, DESTRUCTOR, &last))
    {
        return false;
    }
    *out = (struct range){name.end, last.end};
    return true;
}

static void
refuse_place(struct conversion *c, const struct node *place,
             const struct variable *variable)
{
    refuse_at(c, "state-not-converted", place, variable->name,
              "'%s' would be freed with the module, and what gets its address here may use "
              "it longer; %s",
              variable->name,
              is_capsule(place) ? "make the capsule in a function that has the module, and "
                                  "without a destructor"
                                : "let it own a reference to the module");
}

static void
plan_call(struct conversion *c, struct state_capsules *list, const struct node *call,
          const struct function *function, const struct variable *variable)
{
    struct state_capsule capsule = {.function = function};
    bool is_init = function != NULL && plan_of_function(c, function)->is_init;
    if (function == NULL || (!is_init && !has_module_first(c, function))
        || call->origin != ORIGIN_FILE || !call_brackets(call, &capsule.arguments)
        || !brackets_name(&capsule.arguments, &capsule.name)
        || !plain_destructor(call, &capsule.arguments, &capsule.destructor))
    {
        refuse_place(c, call, variable);
        return;
    }
    for (size_t i = 0; i < list->n_items; i++) {
        if (list->items[i].name.begin == capsule.name.begin
            && list->items[i].arguments.file == capsule.arguments.file)
        {
            return;
        }
    }
    capsule.field = is_init ? free_field(c, list, plan_of_variable(c, variable)) : NULL;
    ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &capsule);
}

/* A static that stays would lead to the state of one module object, also when that is
 * freed. */
static void
check_holder(struct conversion *c, const struct node *use,
             const struct variable *variable)
{
    const struct variable *holder = use->is_address_taken ? address_holder(use) : NULL;
    if (holder != NULL && holder->in_project && moving(c, holder) == NULL) {
        refuse_at(c, "state-not-converted", use, variable->name,
                  "'%s' would be freed with the module, and '%s', which stays static, gets "
                  "its address here",
                  variable->name, holder->name);
    }
}

void
plan_capsules(struct conversion *c)
{
    struct state_capsules *list = ARENA_NEW(c->arena, struct state_capsules);
    *list = (struct state_capsules){0};
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        for (size_t k = 0; plan != NULL && k < variable->n_uses; k++) {
            const struct node *use = variable->uses[k];
            const struct node *place = address_keeper(use);
            check_holder(c, use, variable);
            if (place != NULL && is_capsule(place)) {
                plan_call(c, list, place, use->within, variable);
            }
            else if (place != NULL && use->is_address_taken) {
                refuse_place(c, place, variable);
            }
        }
    }
    c->capsules = list;
}

bool
has_capsules(const struct conversion *c)
{
    for (size_t i = 0; i < c->capsules->n_items; i++) {
        if (c->capsules->items[i].field != NULL) {
            return true;
        }
    }
    return false;
}
