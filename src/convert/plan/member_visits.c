/* Instances of a heap type are part of cycles through their type and its module, so what
 * they own is visited: the members that dealloc and clear release. */
#include "convert/plan/member_visits.h"

#include <string.h>

#include "convert/facts/inactive/code.h"
#include "convert/facts/records.h"
#include "convert/findings.h"
#include "convert/plan/module_holders.h"
#include "convert/plan/slot_values.h"
#include "convert/plan/type_bases.h"
#include "convert/plan/type_specs.h"
#include "extension/cycle_members.h"
#include "extension/own_base.h"

static bool
has_visit(const struct member_visits *visits, const struct function *traverse,
          const char *member)
{
    for (size_t i = 0; i < visits->n_items; i++) {
        if (visits->items[i].traverse == traverse
            && strcmp(visits->items[i].member, member) == 0)
        {
            return true;
        }
    }
    return false;
}

/* Is MEMBER named in one of FUNCTIONS, also in code for another Python, where it would be
 * visited twice? */
static bool
is_named(const struct object_functions *functions, const char *member)
{
    for (size_t i = 0; i < functions->n_items; i++) {
        const struct node *body = functions->items[i]->body;
        if (inactive_code_has_member(body->file, body->begin, body->end, member)) {
            return true;
        }
    }
    return object_functions_name(functions, member);
}

/* The last statement of TRAVERSE, a return that is written there: what is put in front of
 * it runs unless a visit has failed.  NULL: it ends otherwise, or its parameters are not
 * those that Py_VISIT names. */
static const struct node *
place_of_visits(const struct function *traverse)
{
    const struct declaration *d = function_definition(traverse);
    if (traverse->body == NULL || d == NULL || d->from_macro
        || traverse->n_parameters < 3
        || strcmp(traverse->parameters[1]->name, "visit") != 0
        || strcmp(traverse->parameters[2]->name, "arg") != 0)
    {
        return NULL;
    }
    const struct node *last = traverse->body->first;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    return last != NULL && last->kind == NODE_RETURN && last->origin == ORIGIN_FILE
               ? last
               : NULL;
}

/* TRAVERSE visits the members of an INSTANCE that RELEASING (NULL: nothing does) releases. */
static void
plan_visits(struct conversion *c, struct member_visits *visits,
            const struct function *traverse, const struct function *releasing,
            const struct type *instance)
{
    const struct node *place = place_of_visits(traverse);
    struct object_functions functions, known;
    if (place == NULL || releasing == NULL) {
        return;
    }
    const struct type *self = traverse->parameters[0]->type;
    bool is_open = type_is_pointer_to(self, "_object");
    const struct record *record = is_open               ? instance->record
                                  : self->target != NULL ? self->target->record
                                                         : NULL;
    object_functions_of(releasing, &functions);
    object_functions_of(traverse, &known);
    for (size_t f = 0; f < functions.n_items; f++) {
        const struct function *function = functions.items[f];
        for (size_t i = 0; i < function->n_calls; i++) {
            const struct node *member = dropped_member(function, function->calls[i]);
            if (member == NULL || !record_has_field(record, member->text)
                || is_named(&known, member->text)
                || has_visit(visits, traverse, member->text))
            {
                continue;
            }
            struct member_visit visit = {traverse, place,
                                         is_open ? instance->spelling : NULL,
                                         member->text};
            ARENA_ADD(c->arena, visits->items, visits->n_items, visits->capacity, &visit);
        }
    }
}

/* TRAVERSE visits the module that instances of HOLDER hold. */
static void
plan_module_visit(struct conversion *c, struct member_visits *visits,
                  const struct function *traverse, const struct module_holder *holder)
{
    const struct node *place = place_of_visits(traverse);
    const struct declaration *d = function_definition(traverse);
    if (place == NULL) {
        refuse(c, "type-not-converted", d->file, d->name, traverse->name,
               "'%s' is to visit the module that instances hold, but it does not end with "
               "a return, or its parameters are not called 'visit' and 'arg'",
               traverse->name);
        return;
    }
    const struct type *self = traverse->parameters[0]->type;
    bool is_plain = self->target != NULL
                    && self->target->record == holder->instance->record;
    struct member_visit visit = {traverse, place,
                                 is_plain ? NULL : holder->instance->spelling,
                                 holder->member};
    if (!has_visit(visits, traverse, holder->member)) {
        ARENA_ADD(c->arena, visits->items, visits->n_items, visits->capacity, &visit);
    }
}

static bool
has_member(const struct made_traverse *made, const char *member)
{
    for (size_t i = 0; i < made->n_members; i++) {
        if (strcmp(made->members[i], member) == 0) {
            return true;
        }
    }
    return false;
}

/* What the traverse function visits that the type of SPEC gets, whose dealloc function
 * frees an INSTANCE. */
static void
plan_made(struct conversion *c, struct member_visits *visits,
          const struct type_spec *spec, const struct type *instance)
{
    struct made_traverse made = {
        .type = spec->type, .instance = instance->spelling, .record = instance->record};
    const struct module_holder *holder = module_holder_of(c, spec->type);
    struct object_functions functions = {0};
    /* The base visits what its own instances have. */
    const struct type *derived_from =
        spec->base_traverse.name != NULL
            ? type_of_size(slot_value(c, own_base(c, spec->type), "tp_basicsize"))
            : NULL;
    const struct record *base = derived_from != NULL ? derived_from->record : NULL;
    if (holder != NULL) {
        ARENA_ADD(c->arena, made.members, made.n_members, made.capacity,
                  &holder->member);
    }
    if (!record_points_to_unowned(instance->record, spec->dealloc)) {
        object_functions_of(spec->dealloc, &functions);
    }
    for (size_t f = 0; f < functions.n_items; f++) {
        const struct function *function = functions.items[f];
        for (size_t i = 0; i < function->n_calls; i++) {
            const struct node *member = dropped_member(function, function->calls[i]);
            if (member != NULL && record_has_field(instance->record, member->text)
                && !has_member(&made, member->text)
                && (base == NULL || record_adds_field(instance->record, base, member->text)))
            {
                ARENA_ADD(c->arena, made.members, made.n_members, made.capacity,
                          &(const char *){member->text});
            }
        }
    }
    if (made.n_members > 0) {
        ARENA_ADD(c->arena, visits->made, visits->n_made, visits->made_capacity, &made);
    }
}

void
plan_member_visits(struct conversion *c)
{
    struct member_visits *visits = ARENA_NEW(c->arena, struct member_visits);
    *visits = (struct member_visits){0};
    for (size_t i = 0; i < c->type_specs->n_items; i++) {
        const struct type_spec *spec = &c->type_specs->items[i];
        const struct type *instance =
            type_of_size(slot_value(c, spec->type, "tp_basicsize"));
        if (instance == NULL) {
            continue;
        }
        if (spec->makes_traverse && spec->dealloc != NULL) {
            plan_made(c, visits, spec, instance);
        }
        if (spec->traverse != NULL) {
            plan_visits(c, visits, spec->traverse, spec->dealloc, instance);
            plan_visits(c, visits, spec->traverse, spec->clear, instance);
            if (module_holder_of(c, spec->type) != NULL) {
                plan_module_visit(c, visits, spec->traverse,
                                  module_holder_of(c, spec->type));
            }
        }
    }
    c->member_visits = visits;
}

const struct made_traverse *
made_traverse_of(const struct conversion *c, const struct variable *type)
{
    for (size_t i = 0; i < c->member_visits->n_made; i++) {
        if (c->member_visits->made[i].type == type) {
            return &c->member_visits->made[i];
        }
    }
    return NULL;
}
