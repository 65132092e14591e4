/* The cross-check of the plan: each mention of what moves becomes something else, or goes;
 * so does each look-up of the module by its definition; and none of that is in code that a
 * program wrote. */
#include "convert/plan/stray_mentions.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/generated.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/guards.h"
#include "convert/facts/mentions.h"
#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/assertions.h"
#include "convert/plan/closures.h"
#include "convert/plan/functions.h"
#include "convert/plan/init_steps.h"
#include "convert/plan/lazy_types.h"
#include "convert/plan/macro_uses.h"
#include "convert/plan/module.h"
#include "convert/plan/module_lookups.h"
#include "convert/plan/references.h"
#include "convert/plan/state_passing.h"
#include "convert/plan/token_pasting.h"
#include "convert/plan/variables.h"

/* --- look-ups of the module ------------------------------------------------------------ */

/* Does a step for the function that made the module take OFFSET of FILE away? */
static bool
is_in_step(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    const struct init_step *step;
    for (size_t i = 0; (step = init_step_at(c, i)) != NULL; i++) {
        if (step->file == file && step->kind != INIT_RETURNS_CHOICE
            && step->kind != INIT_RETURNS_ERROR && step->kind != INIT_RETURNS_COMMA
            && step->kind != INIT_RETURNS_PASSED && step->range.begin <= offset
            && offset < step->range.end)
        {
            return true;
        }
    }
    return false;
}

/* Is it in the use of a macro that becomes the state? */
static bool
is_in_accessor(const struct conversion *c, const struct source_file *file,
               uint32_t offset)
{
    for (size_t i = 0; i < c->macro_uses->n_items; i++) {
        const struct macro_use *use = &c->macro_uses->items[i];
        if (use->is_replaced && use->mention->file == file
            && use->mention->begin <= offset && offset < use->end)
        {
            return true;
        }
    }
    return false;
}

/* A module in multi-phase initialisation is never found by PyState_FindModule. */
static void
check_lookups(struct conversion *c, const struct function *function)
{
    bool looks_up = plan_of_function(c, function)->looks_up;
    for (const struct node *n = function->body; n != NULL;
         n = node_after(n, function->body))
    {
        const char *name = n->kind == NODE_CALL ? call_name(n) : "";
        if (strcmp(name, "PyState_FindModule") != 0
            && strcmp(name, "PyState_AddModule") != 0)
        {
            continue;
        }
        bool is_own = looks_up && n->origin != ORIGIN_MACRO && finds_own_module(c, n);
        if (!is_own && !is_in_step(c, n->file, n->begin)
            && !is_in_accessor(c, n->file, n->begin) && !is_dead(c, n->file, n->begin))
        {
            refuse_at(c, "access-not-converted", n, function->name,
                      "%s cannot find modules with multi-phase initialisation; "
                      "pass the module",
                      name);
        }
    }
}

/* --- mentions ---------------------------------------------------------------------------- */

/* Is it the name of a type in a definition that is not compiled?  type_specs.c refuses
 * that. */
static bool
is_other_definition(const struct conversion *c, const struct mention *mention)
{
    struct branch_definition definition = {.name = 0};
    const struct variable_plan *plan = plan_of_variable(c, mention->variable);
    while (mention->is_inactive && plan->kind == FIELD_TYPE
           && other_definition_next(c, mention->variable, &definition))
    {
        if (definition.braces.file == mention->file && definition.name == mention->begin) {
            return true;
        }
    }
    return false;
}

/* Does MENTION go with what is around it?  A table of slots goes only if all that names it
 * does, which rewriting checks. */
static bool
goes(const struct conversion *c, const struct mention *mention)
{
    const struct variable_plan *holder =
        mention->holder != NULL ? plan_of_variable(c, mention->holder) : NULL;
    bool is_in_spec = holder != NULL && mention->within == NULL
                      && (holder->kind == FIELD_TYPE || holder->is_sub_table);
    return is_in_spec
           || is_other_definition(c, mention)
           || is_in_lazy_ready(c, mention->file, mention->begin)
           || is_in_closure(c, mention->file, mention->begin)
           || is_in_assertion(c, mention->file, mention->begin, mention->end)
           || is_dead(c, mention->file, mention->begin);
}

static void
refuse_mention(struct conversion *c, const struct mention *mention)
{
    const char *name = mention->variable->name;
    if (mention->holder != NULL && mention->within == NULL) {
        const struct record *record = type_element(mention->holder->type)->record;
        refuse(c, "state-not-converted", mention->file, mention->begin, name,
               mention->node != NULL && is_sized(mention->node)
                   ? "the initialiser of '%s' contains the size of '%s', which moves to the module "
                     "state; write the size without it"
               : record != NULL && strcmp(record->name, "PyGetSetDef") == 0
                   ? "the initialiser of '%s' contains the address of '%s', which moves to the "
                     "module state; give functions only such addresses as closures, and let them "
                     "only read these"
               : mention->holder->type->is_reference
                   ? "'%s' is a reference to '%s', which moves to the module state; use that "
                     "instead"
                   : "the initialiser of '%s' contains the address of '%s', which moves to the "
                     "module state; assign it in the exec function",
               mention->holder->name, name)
            ->cause = TEXT(c, "the initialiser of '%s'", mention->holder->name);
    }
    else if (mention->is_inactive) {
        refuse(c, "state-not-converted", mention->file, mention->begin, name,
               "'%s' is used in an inactive #if branch, outside any converted "
               "function",
               name);
    }
    else {
        refuse(c, "state-not-converted", mention->file, mention->begin, name,
               "unsupported use of '%s'", name);
    }
}

static void
check_each_mention(struct conversion *c)
{
    const struct references *references = c->references;
    size_t next = 0; /* of the references, which are in the order of the mentions */
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        bool is_reference = next < references->n_items
                            && references->items[next].mention == mention;
        next += is_reference;
        if (!is_reference && moving(c, mention->variable) != NULL && !goes(c, mention)
            && !(mention->in_macro != NULL && mention->is_joined))
        {
            refuse_mention(c, mention);
        }
    }
}

/* The macro that is used where the pasted name USE stands. */
static const char *
cause_of_pasting(const struct conversion *c, const struct node *use)
{
    const struct expansion *expansion =
        expansion_in(c->source, use->file, use->begin, use->end, NULL);
    return macro_cause(c, expansion != NULL ? expansion->macro : NULL);
}

/* A use that no token spells: pasted together by a macro. */
static void
check_pasted(struct conversion *c, const struct variable *variable)
{
    size_t size = strlen(variable->name);
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        bool is_in_macro = use->origin == ORIGIN_MACRO;
        const struct source_file *file = is_in_macro ? use->macro_file : use->file;
        uint32_t offset = is_in_macro ? use->macro_offset : name_begin(use);
        bool is_spelled = file != NULL && offset + size <= file->size
                          && memcmp(file->text + offset, variable->name, size) == 0;
        if (!is_spelled && !is_converted_pasting(c, variable, use)) {
            refuse_at(c, "state-not-converted", use, variable->name,
                      "a macro pastes the name of '%s' here", variable->name)
                ->cause = cause_of_pasting(c, use);
        }
    }
}

/* --- code that a program wrote -------------------------------------------------------------- */

/* False: it is not one. */
static bool
check_file(struct conversion *c, const struct source_file *file, uint32_t offset)
{
    if (file == NULL || !file->is_generated) {
        return false;
    }
    refuse(c, "init-not-converted", file, offset, NULL, "%s", generated_reason(c, file));
    return true;
}

/* What a program wrote is to be written by it again, not changed: one such place is named. */
static void
check_generated(struct conversion *c)
{
    const struct init_step *step;
    for (size_t i = 0; (step = init_step_at(c, i)) != NULL; i++) {
        if (check_file(c, step->file, step->range.begin)) {
            return;
        }
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        for (size_t k = 0; moving(c, variable) != NULL && k < variable->n_declarations;
             k++)
        {
            const struct declaration *d = &variable->declarations[k];
            if (check_file(c, d->file, d->begin)) {
                return;
            }
        }
    }
    for (size_t i = 0; i < c->references->n_items; i++) {
        const struct mention *mention = c->references->items[i].mention;
        if (c->references->items[i].kind != REFERENCE_BY_CLINIC
            && check_file(c, mention->file, mention->begin)) {
            return;
        }
    }
    for (size_t i = 0; i < c->state_passing->n_items; i++) {
        const struct passing *passing = &c->state_passing->items[i];
        if (check_file(c, passing->brackets.file, passing->brackets.open)) {
            return;
        }
    }
}

void
check_mentions(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions && !c->module->is_multi_phase; i++) {
        const struct function *function = c->source->functions[i];
        if (plan_of_function(c, function)->belongs && function->body != NULL) {
            check_lookups(c, function);
        }
    }
    check_generated(c);
    check_each_mention(c);
    for (size_t i = 0; i < c->source->n_variables; i++) {
        if (moving(c, c->source->variables[i]) != NULL) {
            check_pasted(c, c->source->variables[i]);
        }
    }
}
