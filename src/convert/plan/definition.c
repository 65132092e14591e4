/* The PyModuleDef: whether it can get its state's size, slots and hooks, and where these go. */
#include "convert/plan/definition.h"

#include "convert/facts/inactive/code.h"
#include "convert/findings.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/hooks.h"
#include "convert/plan/module.h"
#include "convert/plan/module_slots.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/resources.h"
#include "convert/plan/slot_guards.h"
#include "convert/plan/stages.h"
#include "convert/plan/variable_selection.h"
#include "convert/text/places.h"
#include "model/extent.h"

static const char rule[] = "init-not-converted";

uint32_t
hooks_place(const struct conversion *c, const struct variable *table)
{
    const struct declaration *definition = variable_declaration(c->module->variable);
    const struct source_file *file = definition->file;
    uint32_t place = place_before(file, definition->begin);
    const struct declaration *slots =
        table != NULL ? variable_declaration(table) : NULL;

    if (slots == NULL || slots->file != file || slots->begin > place) {
        return place;
    }
    place = place_before(file, slots->begin);
    if (c->opt_out->exec != NULL && c->opt_out->file == file && c->opt_out->begin < place)
    {
        place = c->opt_out->begin;
    }
    /* The opt-out calls the exec function, so it stands behind the declaration of that. */
    bool is_above = !c->stages->is_once || c->opt_out->exec != NULL;
    for (size_t i = 0;
         is_above && c->init->setup != NULL && i < c->init->setup->n_declarations; i++)
    {
        const struct declaration *d = &c->init->setup->declarations[i];
        struct range code = {0, after_semicolon(file, d->end)};
        if (!d->is_definition && d->file == file && d->begin < place
            && next_code(file, file->size, &code) && code.begin >= place
            && code.begin <= slots->begin && d->end < place)
        {
            return place_before(file, d->begin);
        }
    }
    return place;
}

uint32_t
definition_need(const struct conversion *c)
{
    const struct declaration *definition = variable_declaration(c->module->variable);
    if (definition->within != NULL) {
        return function_definition(definition->within)->begin;
    }
    return has_new_hooks(c) ? hooks_place(c, slot_table(c)) : definition->begin;
}

/* Does a field get a value in a definition that has none of its own? */
static bool
gets_fields(const struct conversion *c)
{
    return !c->module->is_multi_phase
           || (c->selection->has_state && c->existing->record == NULL)
           || holds_objects(c) || has_resources(c) || c->stages->is_once;
}

void
check_definition(struct conversion *c)
{
    const struct declaration *place = variable_declaration(c->module->variable);
    const struct node *initial = c->module->variable->initial;
    bool is_written = initial != NULL && initial->origin == ORIGIN_FILE;
    bool is_elsewhere = place->within != NULL && place->within != c->init->setup;

    if (!is_written || is_elsewhere) {
        refuse(c, rule, place->file, place->name, c->module->variable->name,
               "the module definition is created by a macro, or is local to a function "
               "that does not create the module");
        return;
    }
    refuse_other_definition(c, rule, c->module->variable);
    check_hooks(c);
    if (initial->kind != NODE_INIT_LIST && gets_fields(c)) {
        refuse(c, rule, place->file, place->name, c->module->variable->name,
               "the module definition is created by a macro");
    }
}
