/* The passes in their order. */
#include "convert/convert.h"

#include <string.h>

#include "convert/facts/cxx.h"
#include "convert/facts/existing_state.h"
#include "convert/facts/generated.h"
#include "convert/facts/index.h"
#include "convert/facts/mentions.h"
#include "convert/facts/modules.h"
#include "convert/plan/assertions.h"
#include "convert/plan/call_contexts.h"
#include "convert/plan/callbacks.h"
#include "convert/plan/collector.h"
#include "convert/plan/converters.h"
#include "convert/plan/export.h"
#include "convert/plan/free_lists.h"
#include "convert/plan/inactive_functions.h"
#include "convert/plan/initial_values.h"
#include "convert/plan/instance_receivers.h"
#include "convert/plan/instances.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/lost_attributes.h"
#include "convert/plan/module_lookups.h"
#include "convert/plan/names.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/retained_globals.h"
#include "convert/plan/stages.h"
#include "convert/plan/state_demand.h"
#include "convert/plan/tables.h"
#include "convert/plan/teardown.h"
#include "convert/plan/variable_selection.h"
#include "convert/report/plan_document.h"
#include "convert/report/public_headers.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/cleanup/assertions.h"
#include "convert/rewrite/cleanup/dead_code.h"
#include "convert/rewrite/cleanup/exec_cleanup.h"
#include "convert/rewrite/cleanup/lookup_placement.h"
#include "convert/rewrite/cleanup/mention_check.h"
#include "convert/rewrite/functions/bindings.h"
#include "convert/rewrite/functions/callbacks.h"
#include "convert/rewrite/functions/converters.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/rewrite/functions/functions.h"
#include "convert/rewrite/functions/inactive_functions.h"
#include "convert/rewrite/functions/macro_arguments.h"
#include "convert/rewrite/functions/module_lookups.h"
#include "convert/rewrite/functions/static_methods.h"
#include "convert/rewrite/functions/teardown.h"
#include "convert/rewrite/init/definition.h"
#include "convert/rewrite/init/init.h"
#include "convert/rewrite/init/init_module.h"
#include "convert/rewrite/state/atomics.h"
#include "convert/rewrite/state/free_lists.h"
#include "convert/rewrite/state/macros.h"
#include "convert/rewrite/state/references.h"
#include "convert/rewrite/state/state.h"
#include "convert/rewrite/state/tables.h"
#include "convert/rewrite/state/vectors.h"
#include "convert/rewrite/types/allocations.h"
#include "convert/rewrite/types/frees.h"
#include "convert/rewrite/types/members.h"
#include "convert/rewrite/types/ownership.h"
#include "convert/rewrite/types/run_time_slots.h"
#include "convert/rewrite/types/struct_sequences.h"
#include "convert/rewrite/types/types.h"
#include "convert/text/style.h"

static void
begin_module(struct conversion *c, const struct source *source,
             const struct convert_options *options, struct arena *arena,
             struct findings *findings)
{
    *c = (struct conversion){
        .source = source, .options = options, .arena = arena, .findings = findings};
    edits_init(&c->edits, arena);
    index_begin(c);
    instances_begin(c);
    style_begin(c);
    c->fields = (const struct variable *const *)source->variables;
    /* By id; one at least, as what stands in no file of the project has the id 0. */
    c->variables = ARENA_ARRAY(arena, struct variable_plan, source->n_variables + 1);
    c->functions = ARENA_ARRAY(arena, struct function_plan, source->n_functions + 1);
    c->macros = ARENA_ARRAY(arena, struct macro_plan, source->n_macros + 1);
    for (size_t i = 0; i < source->n_variables; i++) {
        plan_of_variable(c, source->variables[i])->variable = source->variables[i];
    }
    for (size_t i = 0; i < source->n_functions; i++) {
        struct function_plan *plan = plan_of_function(c, source->functions[i]);
        plan->function = source->functions[i];
        plan->module_parameter = -1;
    }
    for (size_t i = 0; i < source->n_macros; i++) {
        plan_of_macro(c, source->macros[i])->macro = source->macros[i];
    }
}

/* The variable that PyModule_Create's answer goes into, or NULL. */
static const struct variable *
variable_of_create(const struct node *create)
{
    const struct node *node = node_outer(create);
    const struct node *parent = node->parent;
    if (parent == NULL) {
        return NULL;
    }
    if (parent->kind == NODE_VARIABLE) {
        return parent->variable;
    }
    if (parent->kind == NODE_ASSIGN && parent->first != node) {
        const struct node *target = node_bare(parent->first);
        return target->kind == NODE_NAME ? target->variable : NULL;
    }
    return NULL;
}

static void
take_seed(struct conversion *c, const struct module_seed *seed)
{
    c->definition = seed->definition;
    c->entry = seed->entry;
    c->setup = seed->setup;
    c->create = seed->create;
    c->is_multi_phase = seed->is_multi_phase;
    for (size_t i = 0; i < c->source->n_files; i++) {
        c->is_pedantic |= c->source->files[i]->is_pedantic;
    }
    c->is_cxx = is_cxx_file(variable_declaration(c->definition)->file);
    c->module = "module";
    if (c->create != NULL) {
        c->module_variable = variable_of_create(c->create);
        if (c->module_variable != NULL
            && c->module_variable->storage == STORAGE_AUTOMATIC) {
            c->module = c->module_variable->name;
        }
    }
    else if (c->setup != NULL && c->setup->n_parameters > 0) {
        c->module = c->setup->parameters[0]->name;
    }
}

/* A file that did not parse is known in part only. */
static bool
is_broken(const struct conversion *c)
{
    const struct declaration *place = variable_declaration(c->definition);
    if (place->file->is_broken) {
        return true;
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (plan_of_function(c, function)->is_reached && function->file != NULL
            && function->file->is_broken && function->file->is_main)
        {
            return true;
        }
    }
    return false;
}

/* Is there anything to do?  A module in multi-phase init without statics is done. */
static bool
is_done_already(const struct conversion *c)
{
    if (!c->is_multi_phase || c->is_once != (c->opt_out.exec != NULL)
        || needs_export(c)) {
        return false;
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (moving(c, variable) != NULL
            || (plan_of_variable(c, variable)->is_atomic && !variable->type->is_atomic))
        {
            return false;
        }
    }
    return true;
}

/* A definition whose fields are given at run time: it must be whole before the module
 * is made, and the function that gives them is executed for one that is there. */
static void
check_definition_fields(struct conversion *c)
{
    for (size_t i = 0; i < c->definition->n_uses; i++) {
        const struct node *use = c->definition->uses[i];
        const struct node *member = use->parent;
        const struct node *assign = member != NULL ? member->parent : NULL;
        if (member != NULL && member->kind == NODE_MEMBER && assign != NULL
            && assign->kind == NODE_ASSIGN && assign->first == member)
        {
            refuse_at(c, "init-not-converted", assign, c->definition->name,
                      "the field %s of the module's definition is given at run time; "
                      "give it in the initialiser",
                      member->text);
            return;
        }
    }
}

/* All that is decided before the first edit.  Returns whether there is anything to do. */
static bool
plan_one(struct conversion *c)
{
    size_t n_findings = c->findings->n_items;
    plan_opt_out(c);
    plan_module_name(c);
    plan_old_struct(c);
    plan_existing_state(c);
    plan_names(c);
    select_variables(c);
    plan_tables(c);
    plan_has_state(c);
    if (c->options->stage == STAGE_INIT) {
        keep_statics(c, n_findings);
    }
    check_definition_fields(c);
    if (is_done_already(c)) {
        return false;
    }
    plan_mentions(c);
    plan_inactive_functions(c);
    plan_call_contexts(c);
    plan_own_states(c);
    plan_free_lists(c);
    if (c->options->stage != STAGE_INIT) {
        plan_groups(c);
    }
    if (c->options->stage == STAGE_STATE) {
        keep_types(c);
        if (is_done_already(c)) {
            return false;
        }
    }
    bool is_executed = c->setup != NULL && c->setup->body != NULL;
    if (!is_executed && (!c->is_multi_phase || c->moves_types || has_initial_values(c)))
    {
        const struct declaration *place = variable_declaration(c->definition);
        refuse(c, "init-not-converted", place->file, place->name, c->definition->name,
               "the module has no function that is executed for it");
        return false;
    }
    plan_module_lookups(c);
    plan_converters(c);
    plan_callbacks(c);
    plan_objects(c);
    check_abi3(c);
    plan_module_variable(c);
    plan_receivers(c);
    plan_state_demand(c);
    plan_assertions(c);
    plan_teardown(c);
    check_reach(c);
    check_cxx(c);
    plan_collector(c);
    if (c->whole != NULL) {
        plan_new_modules(c);
    }
    return !c->is_refused;
}

static void
convert_one(struct conversion *c)
{
    if (!plan_one(c)) {
        return;
    }
    if (c->setup != NULL && c->setup->body != NULL && c->is_multi_phase
        && plan_of_function(c, c->setup)->needs_state)
    {
        c->module = parameter_name(c, c->setup, 0, "module");
    }
    edit_assertions(c);
    edit_references(c);
    edit_tables(c);
    edit_atomics(c);
    edit_macros(c);
    edit_functions(c);
    edit_inactive_functions(c);
    edit_arguments(c);
    edit_calls(c);
    edit_static_methods(c);
    edit_bindings(c);
    edit_callbacks(c);
    edit_members(c);
    edit_converters(c);
    edit_module_lookups(c);
    edit_sequences(c);
    edit_allocations(c);
    edit_frees(c);
    edit_free_lists(c);
    edit_ownership(c);
    edit_vectors(c);
    edit_teardown(c);
    plan_types(c);
    report_lost_attributes(c);
    edit_init(c);
    edit_types(c);
    edit_definition(c);
    place_lookups(c);
    edit_state(c);
    report_public_headers(c);
    check_mentions(c);
    remove_dead_returns(c);
    clean_exec(c);
    join_removals(c);
}

/* The findings from number FIRST on, as a copy that stays when they are taken back. */
static struct findings
findings_from(const struct findings *findings, size_t first)
{
    struct findings copy;
    findings_init(&copy, findings->arena);
    for (size_t i = first; i < findings->n_items; i++) {
        finding_copy(&copy, &findings->items[i]);
    }
    return copy;
}

/* What stood in the way in the attempt that left BEFORE, and no more in the one that
 * left the findings from number FIRST on; NULL if all did. */
static const char *
overcome_obstacle(const struct findings *before, const struct findings *findings,
                  size_t first)
{
    for (size_t i = 0; i < before->n_items; i++) {
        const struct finding *old = &before->items[i];
        bool is_left = false;
        for (size_t k = first; k < findings->n_items && !is_left; k++) {
            const struct finding *left = &findings->items[k];
            is_left = left->offset == old->offset && strcmp(left->path, old->path) == 0
                      && strcmp(left->message, old->message) == 0;
        }
        if (!is_left) {
            return arena_format(findings->arena, "%s (%s:%u)", old->message, old->path,
                                old->line);
        }
    }
    return NULL;
}

static bool
moves_data(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->kind == FIELD_DATA) {
            return true;
        }
    }
    return false;
}

static void
keep_result(struct conversion_result *out, struct arena *arena,
            const struct conversion *c)
{
    ARENA_GROW(arena, out->modules, out->n_modules, out->modules_capacity);
    struct converted_module *module = &out->modules[out->n_modules++];
    *module = (struct converted_module){
        .name = c->full_name,
        .definition = c->definition,
        .edits = c->edits,
        .is_refused = c->is_refused,
        .keeps_data = c->keeps_data,
        .is_own_gil = c->not_isolated == NULL,
    };
    if (c->is_refused) {
        edits_init(&module->edits, arena);
    }
}

/* Begin the conversion of module number I. */
static void
begin(struct conversion *c, const struct source *source,
      const struct convert_options *options, struct arena *arena,
      struct findings *findings, const struct module_seed *seeds, size_t n_seeds,
      size_t i)
{
    begin_module(c, source, options, arena, findings);
    c->seeds = seeds;
    c->n_seeds = n_seeds;
    take_seed(c, &seeds[i]);
    plan_ownership(c, seeds, n_seeds, i);
}

/* Of a module that a program wrote, all that is said is that; nothing, if it has no
 * statics and multi-phase initialisation. */
static void
keep_generated(struct conversion *c)
{
    size_t n_findings = c->findings->n_items;
    plan_opt_out(c);
    plan_module_name(c);
    plan_old_struct(c);
    plan_existing_state(c);
    plan_names(c);
    select_variables(c);
    plan_tables(c);
    plan_has_state(c);
    bool is_done = !c->is_refused && c->not_isolated == NULL && is_done_already(c);
    c->findings->n_items = n_findings;
    c->is_refused = false;
    if (!is_done) {
        report_generated(c);
    }
}

/* What the stages together make of the module that C is, down to where look-ups stand. */
static const struct conversion *
plan_whole(const struct conversion *c, size_t i)
{
    struct conversion *whole = ARENA_NEW(c->arena, struct conversion);
    struct convert_options *options = ARENA_NEW(c->arena, struct convert_options);
    struct findings *findings = ARENA_NEW(c->arena, struct findings);

    *options = *c->options;
    options->stage = STAGE_ALL;
    findings_init(findings, c->arena);
    begin(whole, c->source, options, c->arena, findings, c->seeds, c->n_seeds, i);
    whole->keeps_data = c->keeps_data;
    convert_one(whole);
    return whole;
}

static void
attempt(struct conversion *c, size_t i)
{
    c->whole = c->options->stage == STAGE_STATE ? plan_whole(c, i) : NULL;
    convert_one(c);
}

/* Convert module number I, whose findings begin with number FIRST, once more, with its C
 * data where it is.  Returns false, and takes the findings back, if that overcomes
 * nothing of what the first attempt stumbled over. */
static bool
attempt_with_data_kept(struct conversion *c, size_t first, size_t i)
{
    struct findings *findings = c->findings;
    struct findings before = findings_from(findings, first);

    findings->n_items = first;
    begin(c, c->source, c->options, c->arena, findings, c->seeds, c->n_seeds, i);
    c->keeps_data = true;
    attempt(c, i);
    const char *obstacle = overcome_obstacle(&before, findings, first);
    if (obstacle == NULL) {
        findings->n_items = first;
        return false;
    }
    explain_retained(c, obstacle);
    return true;
}

void
convert_modules(const struct source *source, const struct convert_options *options,
                struct arena *arena, struct conversion_result *out,
                struct findings *findings, struct strbuf *plan)
{
    struct module_seed *seeds;
    size_t n_seeds = find_modules(arena, source, &seeds);

    *out = (struct conversion_result){0};
    for (size_t i = 0; i < n_seeds; i++) {
        struct conversion c;
        size_t n_before = findings->n_items;
        begin(&c, source, options, arena, findings, seeds, n_seeds, i);
        if (is_broken(&c)) {
            c.full_name = c.definition->name;
            c.is_refused = true; /* the finding is the reader's: parse-error */
            keep_result(out, arena, &c);
            continue;
        }
        if (is_generated(&c)) {
            keep_generated(&c);
            write_plan(&c, plan);
            keep_result(out, arena, &c);
            continue;
        }
        for (size_t k = 0; k < options->n_keep_data; k++) {
            if (options->keep_data[k] == c.definition) {
                c.keeps_data = true;
                c.obstacle = options->keep_reasons[k];
            }
        }
        attempt(&c, i);
        if (c.is_refused && !c.keeps_data && moves_data(&c)
            && !attempt_with_data_kept(&c, n_before, i))
        {
            begin(&c, source, options, arena, findings, seeds, n_seeds, i);
            attempt(&c, i);
        }
        write_plan(&c, plan);
        keep_result(out, arena, &c);
    }
}
