/* A module planned and rewritten once, on one rung of the ladder. */
#include "convert/attempt.h"

#include "convert/facts/cxx.h"
#include "convert/facts/mentions.h"
#include "convert/findings.h"
#include "convert/passes.h"
#include "convert/plan/assertions.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/foreign_code.h"
#include "convert/plan/functions.h"
#include "convert/plan/lone_module.h"
#include "convert/plan/gil_slot.h"
#include "convert/plan/init_steps.h"
#include "convert/plan/instances.h"
#include "convert/plan/module_holders.h"
#include "convert/plan/state_keepers.h"
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
#include "convert/report/public_headers.h"
#include "convert/rewrite/faults.h"
#include "convert/text/style.h"

static void
begin_answers(struct conversion *c, const struct conversion_request *request)
{
    struct arena *arena = request->arena;
    *c = (struct conversion){.source = request->extension->source,
                             .extension = request->extension,
                             .modules = request->modules,
                             .n_modules = request->n_modules,
                             .options = request->options,
                             .arena = arena,
                             .findings = request->findings,
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
    c->conditions = request->conditions;
    c->n_earlier_findings = request->findings->n_items;
    instances_begin(c);
    module_holders_begin(c);
    state_keepers_begin(c);
    style_begin(c);
    stages_begin(c);
    variables_begin(c);
    functions_begin(c);
    lone_module_begin(c);
    macros_begin(c);
    mentions_begin(c, request->mentions);
    assertions_begin(c);
    lazy_types_begin(c);
    init_steps_begin(c);
    type_creations_begin(c);
}

/* The stage that RUNG leads to, of the one that is asked for. */
static enum convert_stage
stage_of(enum rung rung, enum convert_stage asked)
{
    return rung == RUNG_INIT ? STAGE_INIT : rung == RUNG_STATE ? STAGE_STATE : asked;
}

void
attempt_begin(struct attempt *a, const struct conversion_request *request,
              const struct module *module, enum rung rung,
              const char *const *kept_statics)
{
    struct convert_options *options = ARENA_NEW(request->arena, struct convert_options);
    *options = *request->options;
    options->stage = stage_of(rung, options->stage);
    a->request = request;
    begin_answers(&a->c, request);
    a->c.options = options;
    a->c.module = module;
    a->c.rung = rung;
    a->c.kept_statics = kept_statics;
    a->c.leaves_out_assertions = a->leaves_out_assertions;
    a->c.constants = a->constants;
    a->c.settings = a->settings;
    language_begin(&a->c);
    plan_module(&a->c);
    plan_ownership(&a->c);
    rewriter_init(&a->r, &a->c);
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

/* What the stages together make of the module that A is of, down to where look-ups
 * stand. */
static const struct rewriter *
rewrite_whole(const struct attempt *a)
{
    struct arena *arena = a->request->arena;
    struct conversion_request *request = ARENA_NEW(arena, struct conversion_request);
    struct convert_options *options = ARENA_NEW(arena, struct convert_options);
    struct attempt *whole = ARENA_NEW(arena, struct attempt);

    *request = *a->request;
    *options = *request->options;
    options->stage = STAGE_ALL;
    request->options = options;
    request->findings = ARENA_NEW(arena, struct findings);
    findings_init(request->findings, arena);
    whole->leaves_out_assertions = a->leaves_out_assertions;
    whole->constants = a->constants;
    whole->settings = a->settings;
    attempt_begin(whole, request, a->c.module, a->c.rung, a->c.kept_statics);
    attempt_run(whole);
    return &whole->r;
}

void
attempt_guard(struct attempt *a)
{
    struct conversion *c = &a->c;
    const struct declaration *place = variable_declaration(c->module->variable);
    bool is_isolated = !c->is_refused && c->module->is_multi_phase
                       && a->r.edits.n_items == 0 && c->rung == RUNG_WHOLE;
    const char *why = !is_isolated ? "it is not isolated; convert it first"
                      : is_cxx_file(place->file) ? "guards are written for C only"
                      : c->options->abi3 != 0
                          ? "the limited API has no critical sections"
                          : NULL;
    if (why != NULL) {
        report(c, "thread-not-converted", place->file, place->name,
               c->module->variable->name,
               "the module is not guarded for builds without the GIL: %s", why);
        return;
    }
    passes_guard(c);
    rewriter_init(&a->r, c);
    passes_rewrite_guards(&a->r);
    refuse_faults(c, &a->r);
}

/* The module has nothing to convert; what it supports may be left to declare. */
static void
run_claim(struct attempt *a)
{
    struct conversion *c = &a->c;
    size_t n_findings = c->findings->n_items;
    bool is_asked = c->rung == RUNG_WHOLE && c->module->claim == CLAIM_NONE
                    && !a->leaves_claim && !c->options->threads;
    if (!c->is_done || c->is_refused || !is_asked) {
        return;
    }
    passes_claim(c);
    if (c->is_refused) {
        c->findings->n_items = n_findings;
        c->is_refused = false;
        return;
    }
    passes_rewrite_claim(&a->r);
}

void
attempt_run(struct attempt *a)
{
    struct conversion *c = &a->c;
    struct rewriter *r = &a->r;
    /* A rung that leaves the types for good is not on the way to them. */
    const struct rewriter *whole =
        c->options->stage == STAGE_STATE && c->rung != RUNG_STATE ? rewrite_whole(a)
                                                                  : NULL;
    c->whole = whole != NULL ? whole->plan : NULL;
    bool is_planned = passes_run(c, PHASE_CHECK);
    rewriter_init(r, c);
    r->whole = whole;
    if (is_planned && !c->is_refused) {
        passes_rewrite(r);
        refuse_faults(c, r);
    }
    else if (!is_planned) {
        run_claim(a);
    }
    if (is_planned) {
        report_lost_attributes(c);
        report_public_headers(c, &r->edits);
    }
}
