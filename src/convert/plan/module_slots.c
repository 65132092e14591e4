/* The slots of the module: the exec function, and what the module declares. */
#include "convert/plan/lone_module.h"
#include "convert/plan/module_slots.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/guards.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/inactive/words.h"
#include "convert/findings.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/module.h"
#include "convert/plan/names.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/retained_globals.h"
#include "convert/plan/stages.h"
#include "convert/text/comments.h"

const char *
exec_name(const struct conversion *c)
{
    return c->module->entry == c->init->setup ? TEXT(c, "%s_exec", c->names->base)
                                              : c->init->setup->name;
}

enum support
declared_support(const struct conversion *c)
{
    return c->stages->is_once || retains_changing_data(c) ? SUPPORT_ONCE
           : c->retained->not_isolated != NULL            ? SUPPORT_SHARED_GIL
                                                          : SUPPORT_OWN_GIL;
}

const char *
interpreters_value(const struct conversion *c)
{
    static const char *const values[] = {
        [SUPPORT_ONCE] = "Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED",
        [SUPPORT_SHARED_GIL] = "Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED",
        [SUPPORT_OWN_GIL] = "Py_MOD_PER_INTERPRETER_GIL_SUPPORTED",
    };
    return values[declared_support(c)];
}

/* The slot table that a module in multi-phase initialisation has already, or NULL. */
const struct variable *
slot_table(const struct conversion *c)
{
    const struct initializer *slots =
        variable_initializer(c->module->variable, "m_slots");
    const struct node *table = slots != NULL ? node_referent(slots->value) : NULL;
    return c->module->is_multi_phase && table != NULL && table->kind == NODE_NAME
               ? table->variable
               : NULL;
}

/* --- what is done to it --------------------------------------------------------------- */

static const char not_supported[] = "Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED";

/* The name of FUNCTION in a slot of TABLE; NULL: it has none. */
static const struct node *
slot_of_function(const struct variable *table, const struct function *function)
{
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct node *name = node_referent(table->initializers[i].value);
        if (name != NULL && name->kind == NODE_NAME && name->function == function
            && name->origin != ORIGIN_MACRO)
        {
            return name;
        }
    }
    return NULL;
}

/* What the exec slot holds: the opt-out around the exec function, or that itself. */
static const struct function *
executed_function(const struct conversion *c)
{
    return c->opt_out->exec != NULL && c->opt_out->question == NULL ? c->opt_out->exec
                                                                   : c->init->setup;
}

bool
can_replace_exec(const struct conversion *c)
{
    const struct function *executed = executed_function(c);
    const struct variable *table = slot_table(c);
    size_t n_slots = 0;
    if (!c->module->is_multi_phase) {
        return true;
    }
    if (executed == NULL || table == NULL || slot_of_function(table, executed) == NULL) {
        return false;
    }
    for (size_t i = 0; i < executed->n_uses; i++) {
        const struct variable *holder = executed->uses[i]->holder;
        if (holder != NULL && holder != table) {
            return false;
        }
    }
    for (size_t i = 0; i < c->module->slots.n_items; i++) {
        n_slots += strcmp(c->module->slots.items[i].name, "Py_mod_exec") == 0;
    }
    /* Other builds may have another one. */
    const struct declaration *d = variable_declaration(table);
    struct word word = {.file = d->file, .end = d->name};
    size_t n_words = 0;
    while (word_next(&word, "Py_mod_exec", d->end)) {
        n_words += !word.is_in_directive;
    }
    return c->module->slots.is_known && n_slots == 1 && n_words <= 1;
}

/* Around and instead of the exec function stands the opt-out; or it stood there. */
static void
plan_exec_slot(const struct conversion *c, struct slot_table_plan *plan)
{
    if (c->stages->is_once && c->opt_out->exec == NULL && c->init->setup != NULL) {
        plan->exec = slot_of_function(plan->table, c->init->setup);
        plan->exec_name = opt_out_exec_name(c);
    }
    else if (registers_module(c) && c->init->setup != NULL) {
        plan->exec = slot_of_function(plan->table, executed_function(c));
        plan->exec_name = alone_exec_name(c);
    }
    else if (!c->stages->is_once && c->opt_out->exec != NULL
             && c->opt_out->question == NULL)
    {
        plan->exec = slot_of_function(plan->table, c->opt_out->exec);
        plan->exec_name = c->init->setup != NULL ? c->init->setup->name : NULL;
    }
    struct brackets slot;
    if (plan->exec != NULL && brackets_around(plan->exec->file, plan->exec->begin, &slot)) {
        plan->exec_slot = (struct range){slot.open, item_end(slot.file, slot.close + 1)};
    }
}

/* A slot before them goes: they are one place further up in the table. */
static void
plan_places(struct conversion *c, struct slot_table_plan *plan)
{
    const struct source_file *file = variable_declaration(c->module->variable)->file;
    const struct function *adds = source_function(c->source, late_slots_name(c));
    for (size_t i = 0; adds != NULL && i < adds->n_uses; i++) {
        /* spam_add_slots(&spam_slots[1]); */
        const struct node *call = adds->uses[i]->parent;
        const struct node *slot =
            call->kind == NODE_CALL ? node_referent(call_argument(call, 0)) : NULL;
        const struct node *place =
            slot != NULL && slot->kind == NODE_SUBSCRIPT ? slot->first->next : NULL;
        if (place != NULL && place->has_value && place->file == file) {
            ARENA_ADD(c->arena, plan->places, plan->n_places, plan->places_capacity,
                      &place);
        }
    }
}

/* The value that an earlier stage gave such a slot, in the whole file: most of it stands in
 * directives. */
static void
plan_raised(struct conversion *c, struct slot_table_plan *plan)
{
    const struct source_file *file = variable_declaration(c->module->variable)->file;
    struct word word = {.file = file};
    while (word_next(&word, not_supported, file->size)) {
        struct raised_word raised = {{word.begin, word.end}, {0, 0}};
        (void)word_number(&word, &raised.number);
        ARENA_ADD(c->arena, plan->raised, plan->n_raised, plan->raised_capacity, &raised);
    }
}

/* What TABLE declares of interpreters in its own text; false: nothing there.  A slot that is
 * newer than the oldest Python may stand in a branch for others. */
static bool
find_claim(const struct conversion *c, const struct variable *table, struct range *out,
           bool *out_is_once)
{
    const struct declaration *d = variable_declaration(table);
    const struct node *value =
        c->module->claim_slot != NULL ? node_bare(c->module->claim_slot->value) : NULL;
    if (value != NULL && value->file == d->file && value->begin > d->begin
        && value->end < d->end)
    {
        *out = (struct range){value->begin, value->end};
        *out_is_once = c->module->claim == CLAIM_ONCE
                       && strcmp(node_use(c->source, value), not_supported) == 0;
        return true;
    }
    struct word word = {.file = d->file, .end = d->name}, claim = {.file = NULL};
    while (word_next(&word, "Py_mod_multiple_interpreters", d->end)) {
        claim = word.is_inactive && !word.is_in_directive ? word : claim;
    }
    if (claim.file == NULL) {
        return false;
    }
    *out_is_once = word_next(&claim, NULL, d->end) && word_is(&claim, not_supported);
    *out = (struct range){claim.begin, claim.end};
    return true;
}

const char *
once_comment(void)
{
    return "/* All interpreters share the static variables. */";
}

/* Is the slot that TABLE has one that an earlier stage gave it, or the opt-out that goes? */
static bool
is_of_stage(const struct conversion *c, const struct variable *table)
{
    const struct declaration *d = variable_declaration(table);
    struct range comment;
    return c->opt_out->exec != NULL
           || find_comment(d->file, d->name, d->end, once_comment(), &comment);
}

/* The author's word stays, also where what moves was the reason for it. */
static void
note_kept_claim(struct conversion *c)
{
    const struct declaration *place = variable_declaration(c->slot_table->table);
    if (declared_support(c) != SUPPORT_ONCE) {
        note(c, "claim-missing", place->file, c->slot_table->claim.begin,
             c->module->variable->name,
             "the slot stays: it declares that the module supports one interpreter; if its "
             "static variables were the reason, change the value to %s",
             interpreters_value(c));
    }
}

/* The module can declare what it supports, and nothing declares it. */
static void
plan_new_claim(struct conversion *c, struct slot_table_plan *plan)
{
    const struct declaration *place = variable_declaration(c->module->variable);
    if (c->is_done && declared_support(c) == SUPPORT_ONCE) {
        return; /* nothing was converted, so it would support less than before */
    }
    const char *obstacle = find_claim_place(c, plan->table, &plan->place);
    struct branch_definition other = {.name = 0};
    if (obstacle == NULL && other_definition_next(c, plan->table, &other)) {
        const struct declaration *table = variable_declaration(plan->table);
        note(c, "claim-missing", table->file, table->name, plan->table->name,
             "'%s' has another definition in a branch of #if that is not compiled, and only "
             "this one gets the slot Py_mod_multiple_interpreters; add it there, too",
             plan->table->name);
    }
    if (obstacle == NULL) {
        plan->step = SLOTS_GET_CLAIM;
        return;
    }
    note(c, "claim-missing", place->file, place->name, c->module->variable->name,
         "the module does not declare which interpreters it supports, and %s; add the slot "
         "Py_mod_multiple_interpreters with %s",
         obstacle, interpreters_value(c));
}

void
plan_slot_table(struct conversion *c)
{
    struct slot_table_plan *plan = ARENA_NEW(c->arena, struct slot_table_plan);
    *plan = (struct slot_table_plan){.table = slot_table(c)};
    c->slot_table = plan;
    if (!c->module->is_multi_phase
        || !type_is_record(c->module->variable->type, "PyModuleDef"))
    {
        return;
    }
    bool is_once = false;
    if (plan->table != NULL) {
        plan_exec_slot(c, plan);
    }
    if (plan->exec != NULL && plan->exec_name == NULL && slots_are_late(c)) {
        plan_places(c, plan);
    }
    if (plan->table != NULL && find_claim(c, plan->table, &plan->claim, &is_once)) {
        plan->has_claim = true;
        if (is_once && !c->stages->is_once) {
            plan->step = is_of_stage(c, plan->table) ? SLOTS_ARE_RAISED : SLOTS_STAY;
        }
        if (is_once && plan->step == SLOTS_STAY) {
            note_kept_claim(c);
        }
    }
    else if (slots_are_late(c)) {
        if (strcmp(interpreters_value(c), not_supported) != 0) {
            plan->step = LATE_SLOTS_ARE_RAISED;
            plan_raised(c, plan);
        }
    }
    else if (plan->table != NULL && table_has_claim(c, plan->table)) {
        plan->has_claim = true;
    }
    else {
        plan_new_claim(c, plan);
    }
}
