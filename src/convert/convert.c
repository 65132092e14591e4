/* The modules of a source, one after the other. */
#include "convert/convert.h"

#include "convert/facts/generated.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/mentions.h"
#include "convert/facts/modules.h"
#include "convert/findings.h"
#include "convert/ladder.h"
#include "convert/passes.h"
#include "convert/plan/completion.h"
#include "convert/plan/functions.h"
#include "convert/plan/retained_globals.h"
#include "convert/report/module_plan.h"
#include "convert/unconverted.h"
#include "extension/reader.h"

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

/* How many modules are made from the definition: each unit that includes a template makes one,
 * with an init function of its own name. */
static size_t
count_entries(const struct source *source, const struct function *entry)
{
    const struct declaration *place = entry != NULL ? function_definition(entry) : NULL;
    size_t n = 0;
    for (size_t i = 0; place != NULL && i < source->n_functions; i++) {
        const struct function *other = source->functions[i];
        const struct declaration *d =
            string_starts(other->name, "PyInit_") ? function_definition(other) : NULL;
        n += d != NULL && d->file == place->file && d->name == place->name;
    }
    return n > 1 ? n : 1;
}

static void
note_template(struct conversion *c, size_t n_entries)
{
    const struct declaration *place = variable_declaration(c->module->variable);
    if (n_entries > 1) {
        note(c, "init-not-converted", place->file, place->name, c->module->variable->name,
             "%zu modules are made from this definition, in as many files that include it; "
             "they are converted as one, by the names of '%s'",
             n_entries, c->module->entry->name);
    }
}

/* A note tells of what is done: of a module that stays as it is, only the errors are kept. */
static void
drop_notes(struct findings *said)
{
    size_t n_kept = 0;
    for (size_t i = 0; i < said->n_items; i++) {
        if (said->items[i].level != LEVEL_NOTE) {
            said->items[n_kept++] = said->items[i];
        }
    }
    said->n_items = n_kept > 0 ? n_kept : said->n_items;
}

static void
keep_result(struct converted_module *out, struct conversion *c, const struct edits *edits)
{
    out->name = c->full_name != NULL ? c->full_name : c->module->variable->name;
    out->edits = *edits;
    out->is_refused = c->is_refused;
    out->rung = c->rung;
    out->n_entries = count_entries(c->source, c->module->entry);
    out->is_own_gil = c->retained->not_isolated == NULL;
    note_template(c, out->n_entries);
    if (c->is_refused) {
        edits_init(&out->edits, c->arena);
        drop_notes(&out->said);
    }
}

static struct edit_costs
costs_of(const struct rewriter *r)
{
    return (struct edit_costs){r->edits.n_items, r->edits.n_new_files > 0,
                               is_required(r, REQUIRES_BY_TYPE), r->added_flags};
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

static size_t
count_rejected(const struct convert_options *options, const struct variable *definition)
{
    size_t n = 0;
    for (size_t i = 0; i < options->n_rejected; i++) {
        n += options->rejected[i].definition == definition;
    }
    return n;
}

static void
convert_module(const struct conversion_request *for_all, const struct module *module,
               struct converted_module *out)
{
    struct conversion_request *request = ARENA_NEW(for_all->arena, struct conversion_request);
    struct attempt a = {.leaves_out_assertions = false};
    *out = (struct converted_module){.definition = module->variable};
    findings_init(&out->said, for_all->arena);
    *request = *for_all;
    request->findings = &out->said;
    attempt_begin(&a, request, module, RUNG_WHOLE, NULL);
    if (is_broken(&a.c)) {
        a.c.is_refused = true; /* the finding is the reader's: parse-error */
        module_plan_of_broken(&a.c, &out->plan);
        keep_result(out, &a.c, &a.r.edits);
        return;
    }
    if (is_generated(&a.c)) {
        keep_generated(&a.c);
    }
    else {
        ladder_convert(&a);
        if (request->options->threads) {
            attempt_guard(&a);
        }
    }
    module_plan_from(&a.c, costs_of(&a.r), &out->plan);
    keep_result(out, &a.c, &a.r.edits);
}

/* The modules that OUT has, converted, are what the answer is about. */
static void
put_together(const struct conversion_result *result, struct arena *arena,
             struct findings *findings, struct conversion_plan *plan)
{
    for (size_t i = 0; i < result->n_modules; i++) {
        const struct converted_module *module = &result->modules[i];
        for (size_t k = 0; k < module->said.n_items; k++) {
            finding_copy(findings, &module->said.items[k]);
        }
        ARENA_ADD(arena, plan->modules, plan->n_modules, plan->modules_capacity,
                  &module->plan);
    }
}

void
convert_modules(const struct source *source, const struct convert_options *options,
                struct arena *arena, struct conversion_result *out,
                struct findings *findings, struct conversion_plan *plan)
{
    bool is_first = out->extension == NULL || out->no_gil_claim != options->no_gil_claim;
    const struct extension *extension =
        out->extension != NULL ? out->extension : extension_read(arena, source);
    const struct module *const *modules;
    size_t n_modules = find_modules(arena, extension, &modules);
    const struct conversion_request request = {
        .extension = extension,
        .options = options,
        .arena = arena,
        .findings = findings,
        .modules = modules,
        .n_modules = n_modules,
        .conditions = conditions_from(arena, source, options->floor),
        .mentions = mentions_new(arena),
    };

    if (is_first) {
        out->modules = ARENA_ARRAY(arena, struct converted_module, n_modules + 1);
        out->n_modules = n_modules;
    }
    out->extension = extension;
    out->no_gil_claim = options->no_gil_claim;
    for (size_t i = 0; i < n_modules; i++) {
        size_t n_rejected = count_rejected(options, modules[i]->variable);
        if (is_first || n_rejected != out->modules[i].n_rejected) {
            convert_module(&request, modules[i], &out->modules[i]);
            out->modules[i].n_rejected = n_rejected;
        }
    }
    plan_begin(plan, options);
    put_together(out, arena, findings, plan);
    report_unconverted(arena, extension, n_modules, findings);
}
