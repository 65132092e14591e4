/* The modules of a source, one after the other; a module that cannot be converted whole is
 * tried once more with its C data where it is. */
#include "convert/convert.h"

#include <string.h>

#include "convert/facts/cxx.h"
#include "convert/facts/generated.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/mentions.h"
#include "convert/facts/modules.h"
#include "convert/findings.h"
#include "convert/passes.h"
#include "convert/plan/assertions.h"
#include "convert/plan/completion.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/functions.h"
#include "convert/plan/gil_slot.h"
#include "convert/plan/foreign_code.h"
#include "convert/plan/init_steps.h"
#include "convert/plan/instances.h"
#include "convert/plan/lazy_types.h"
#include "convert/plan/lost_attributes.h"
#include "convert/plan/macros.h"
#include "convert/plan/module.h"
#include "convert/plan/module_lookups.h"
#include "convert/plan/names.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/ownership.h"
#include "convert/plan/retained_globals.h"
#include "convert/plan/run_time_slots.h"
#include "convert/plan/stages.h"
#include "convert/plan/state_demand.h"
#include "convert/plan/teardown.h"
#include "convert/plan/type_creations.h"
#include "convert/plan/variable_selection.h"
#include "convert/plan/variables.h"
#include "convert/report/module_plan.h"
#include "convert/report/public_headers.h"
#include "convert/rewrite/faults.h"
#include "convert/text/style.h"
#include "extension/reader.h"

static void
begin_module(struct conversion *c, const struct extension *extension,
             const struct convert_options *options, struct arena *arena,
             struct findings *findings)
{
    const struct source *source = extension->source;
    *c = (struct conversion){.source = source,
                             .extension = extension,
                             .options = options,
                             .arena = arena,
                             .findings = findings,
                             .existing = ARENA_NEW(arena, struct existing_state),
                             .gil = ARENA_NEW(arena, struct gil_answer),
                             .lookups = ARENA_NEW(arena, struct module_lookups),
                             .names = ARENA_NEW(arena, struct names),
                             .foreign_code = ARENA_NEW(arena, struct foreign_code),
                             .opt_out = ARENA_NEW(arena, struct opt_out),
                             .retained = ARENA_NEW(arena, struct retained_globals),
                             .given = ARENA_NEW(arena, struct run_time_slots),
                             .selection = ARENA_NEW(arena, struct selection),
                             .demand = ARENA_NEW(arena, struct state_demand),
                             .teardown = ARENA_NEW(arena, struct teardown)};
    c->conditions = conditions_from(arena, source, options->floor);
    c->n_earlier_findings = findings->n_items;
    instances_begin(c);
    style_begin(c);
    stages_begin(c);
    variables_begin(c);
    functions_begin(c);
    macros_begin(c);
    mentions_begin(c);
    assertions_begin(c);
    lazy_types_begin(c);
    init_steps_begin(c);
    type_creations_begin(c);
}

/* A file that did not parse is known in part only. */
static bool
is_broken(const struct conversion *c)
{
    const struct declaration *place = variable_declaration(c->module->variable);
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
        bool is_left = old->level == LEVEL_NOTE; /* it was no obstacle */
        for (size_t k = first; k < findings->n_items && !is_left; k++) {
            const struct finding *left = &findings->items[k];
            is_left = left->offset == old->offset && strcmp(left->path, old->path) == 0
                      && strcmp(left->rule, old->rule) == 0
                      && string_equal(left->symbol, old->symbol);
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
            const struct conversion *c, const struct edits *edits)
{
    ARENA_GROW(arena, out->modules, out->n_modules, out->modules_capacity);
    struct converted_module *module = &out->modules[out->n_modules++];
    *module = (struct converted_module){
        .name = c->full_name,
        .definition = c->module->variable,
        .edits = *edits,
        .is_refused = c->is_refused,
        .keeps_data = c->keeps_data,
        .is_own_gil = c->retained->not_isolated == NULL,
    };
    if (c->is_refused) {
        edits_init(&module->edits, arena);
    }
}

static struct edit_costs
costs_of(const struct rewriter *r)
{
    return (struct edit_costs){r->edits.n_items, r->edits.n_new_files > 0,
                               is_required(r, REQUIRES_BY_TYPE), r->added_flags};
}

/* Begin the conversion of module number I. */
static void
begin(struct conversion *c, const struct extension *extension,
      const struct convert_options *options, struct arena *arena,
      struct findings *findings, const struct module *const *modules, size_t n_modules,
      size_t i)
{
    begin_module(c, extension, options, arena, findings);
    c->modules = modules;
    c->n_modules = n_modules;
    c->module = modules[i];
    language_begin(c);
    plan_module(c);
    plan_ownership(c);
}

/* Of a module that a program wrote, all that is said is that; nothing, if it has no
 * statics and multi-phase initialisation. */
static void
keep_generated(struct conversion *c)
{
    size_t n_findings = c->findings->n_items;
    passes_run(c, PHASE_SELECTION);
    bool is_done =
        !c->is_refused && c->retained->not_isolated == NULL && is_done_already(c);
    c->findings->n_items = n_findings;
    c->is_refused = false;
    if (!is_done) {
        report_generated(c);
    }
}

/* What could not be written of C although it was planned: the module stays as it is. */
static void
refuse_faults(struct conversion *c, const struct rewriter *r)
{
    const struct rewrite_fault *fault;
    for (size_t i = 0; (fault = fault_at(r, i)) != NULL; i++) {
        refuse(c, "state-not-converted", fault->file, fault->offset, fault->symbol,
               "%s", fault->message);
    }
}

/* Plan C, and write it to R, if nothing stands against it; WHOLE: see there. */
static void
rewrite(struct conversion *c, struct rewriter *r, const struct rewriter *whole)
{
    bool is_planned = passes_run(c, PHASE_CHECK);
    rewriter_init(r, c);
    r->whole = whole;
    if (is_planned && !c->is_refused) {
        passes_rewrite(r);
        refuse_faults(c, r);
    }
    if (is_planned) {
        report_lost_attributes(c);
        report_public_headers(c, &r->edits);
    }
}

/* What the stages together make of the module that C is, down to where look-ups stand. */
static const struct rewriter *
rewrite_whole(const struct conversion *c, size_t i)
{
    struct conversion *whole = ARENA_NEW(c->arena, struct conversion);
    struct convert_options *options = ARENA_NEW(c->arena, struct convert_options);
    struct findings *findings = ARENA_NEW(c->arena, struct findings);
    struct rewriter *r = ARENA_NEW(c->arena, struct rewriter);

    *options = *c->options;
    options->stage = STAGE_ALL;
    findings_init(findings, c->arena);
    begin(whole, c->extension, options, c->arena, findings, c->modules, c->n_modules,
          i);
    whole->keeps_data = c->keeps_data;
    rewrite(whole, r, NULL);
    return r;
}

static void
attempt(struct conversion *c, struct rewriter *r, size_t i)
{
    const struct rewriter *whole =
        c->options->stage == STAGE_STATE ? rewrite_whole(c, i) : NULL;
    c->whole = whole != NULL ? whole->plan : NULL;
    rewrite(c, r, whole);
}

/* Convert module number I, whose findings begin with number FIRST, once more, with its C
 * data where it is.  Returns false, and takes the findings back, if that overcomes
 * nothing of what the first attempt stumbled over. */
static bool
attempt_with_data_kept(struct conversion *c, struct rewriter *r, size_t first, size_t i)
{
    struct findings *findings = c->findings;
    struct findings before = findings_from(findings, first);

    findings->n_items = first;
    begin(c, c->extension, c->options, c->arena, findings, c->modules, c->n_modules, i);
    c->keeps_data = true;
    attempt(c, r, i);
    const char *obstacle = overcome_obstacle(&before, findings, first);
    if (obstacle == NULL) {
        findings->n_items = first;
        return false;
    }
    explain_retained(c, obstacle);
    return true;
}

static void
plan_begin(struct conversion_plan *plan, const struct convert_options *options)
{
    static const char *const stages[] = {
        [STAGE_ALL] = "all", [STAGE_INIT] = "init", [STAGE_STATE] = "state"};
    *plan = (struct conversion_plan){
        .stage = stages[options->stage],
        .floor = options->floor >> 16 & 0xFF,
        .abi3 = options->abi3 >> 16 & 0xFF,
    };
}

static struct module_plan *
plan_next(struct conversion_plan *plan, struct arena *arena)
{
    ARENA_GROW(arena, plan->modules, plan->n_modules, plan->modules_capacity);
    return &plan->modules[plan->n_modules++];
}

/* Say which definitions no file of the run makes a module of, though others may. */
static void
report_uncreated(const struct extension *extension, struct findings *findings)
{
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct module *module = &extension->modules[i];
        const struct variable *variable = module->variable;
        if (!variable->in_project || variable->storage != STORAGE_GLOBAL
            || !type_is_record(variable->type, "PyModuleDef") || module->entry != NULL
            || module->create != NULL)
        {
            continue;
        }
        const struct declaration *place = variable_declaration(variable);
        struct finding *finding = findings_add(
            findings, "init-not-converted",
            "no file that is converted creates a module from '%s', so it is not "
            "converted; name the file with its init function, too",
            variable->name);
        finding->path = place->file->path;
        finding->line = source_line(place->file, place->name);
        finding->column = source_column(place->file, place->name);
        finding->offset = place->name;
        finding->symbol = variable->name;
    }
}

void
convert_modules(const struct source *source, const struct convert_options *options,
                struct arena *arena, struct conversion_result *out,
                struct findings *findings, struct conversion_plan *plan)
{
    const struct extension *extension = extension_read(arena, source);
    const struct module *const *modules;
    size_t n_modules = find_modules(arena, extension, &modules);

    *out = (struct conversion_result){0};
    plan_begin(plan, options);
    for (size_t i = 0; i < n_modules; i++) {
        struct conversion c;
        struct rewriter r;
        size_t n_before = findings->n_items;
        begin(&c, extension, options, arena, findings, modules, n_modules, i);
        rewriter_init(&r, &c);
        if (is_broken(&c)) {
            c.full_name = c.module->variable->name;
            c.is_refused = true; /* the finding is the reader's: parse-error */
            module_plan_of_broken(&c, plan_next(plan, arena));
            keep_result(out, arena, &c, &r.edits);
            continue;
        }
        if (is_generated(&c)) {
            keep_generated(&c);
            module_plan_from(&c, costs_of(&r), plan_next(plan, arena));
            keep_result(out, arena, &c, &r.edits);
            continue;
        }
        for (size_t k = 0; k < options->n_keep_data; k++) {
            if (options->keep_data[k] == c.module->variable) {
                c.keeps_data = true;
                retain_because(&c, options->keep_reasons[k]);
            }
        }
        attempt(&c, &r, i);
        if (c.is_refused && !c.keeps_data && moves_data(&c)
            && !attempt_with_data_kept(&c, &r, n_before, i))
        {
            begin(&c, extension, options, arena, findings, modules, n_modules, i);
            attempt(&c, &r, i);
        }
        module_plan_from(&c, costs_of(&r), plan_next(plan, arena));
        keep_result(out, arena, &c, &r.edits);
    }
    report_uncreated(extension, findings);
}
