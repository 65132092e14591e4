#include "binary/verdict.h"

#include "base/strbuf.h"
#include "binary/claims.h"

struct work {
    const struct binary_file *file;
    const struct binary_module *module;
    const struct tally *tally;
    struct arena *arena;
    struct module_report *report;
};

/* Is the file read well enough for "nothing was found" to say something? */
static bool
is_readable(const struct binary_file *file)
{
    return file->has_debug_information
           || (file->code_is_known && file->relocations_are_known);
}

static bool
has_errors(const struct tally *tally)
{
    return tally->n_types + tally->n_objects + tally->n_changing > 0;
}

/* Has it C data of which only code that is not followed knows whether it changes? */
static bool
has_unseen_writers(const struct work *work)
{
    return !work->file->code_is_known && work->tally->n_data > 0;
}

/* Does MODULE show all it does without what a generator's run-time part does? */
static bool
is_clean_single_phase(const struct work *work)
{
    return module_is_made_anew(work->module) && !has_errors(work->tally)
           && work->file->generator == GENERATOR_NONE && is_readable(work->file)
           && !has_unseen_writers(work);
}

static bool
claims_interpreters(const struct binary_module *module)
{
    enum support claim = module_claim(module);
    return claim == SUPPORT_SHARED_GIL || claim == SUPPORT_OWN_GIL;
}

/* The most that the contents allow.  A module of one phase, or with static types or
 * objects, works as long as the process imports it once. */
static enum support
supported(const struct work *work)
{
    const struct binary_module *module = work->module;
    if (module_size_is_refused(module)) {
        return SUPPORT_NOTHING;
    }
    if (is_clean_single_phase(work)) {
        return SUPPORT_SHARED_GIL;
    }
    if (module->init == INIT_SINGLE || module_declines(work->file, module)
        || has_errors(work->tally))
    {
        return SUPPORT_ONCE;
    }
    bool is_generated = work->file->generator != GENERATOR_NONE;
    return module->init == INIT_UNKNOWN
                   || (is_generated && !claims_interpreters(module))
               ? SUPPORT_UNKNOWN
               : SUPPORT_OWN_GIL;
}

static void
tally_add(struct strbuf *text, size_t n, const char *one, const char *rest)
{
    if (n > 0) {
        strbuf_format(text, "%s%zu %s%s%s", text->size > 0 ? " and " : "", n, one,
                      n == 1 ? "" : "s", rest);
    }
}

const char *
tally_words(struct arena *arena, const struct tally *tally)
{
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    tally_add(&text, tally->n_types, "static type", "");
    tally_add(&text, tally->n_objects, "static variable", " with Python objects");
    tally_add(&text, tally->n_changing, "static variable", " with mutable C data");
    return arena_string(arena, text.text);
}

/* What the reader must know about an "isolated" that rests on bytes alone. */
static const char *
reservation(const struct tally *tally)
{
    return tally->n_untyped > 0 ? "; without debug information, some C data may not be "
                                  "distinguished from objects"
                                : "";
}

static void
decide(struct work *work, enum verdict verdict, const char *reason)
{
    work->report->verdict = verdict;
    work->report->reason = reason;
}

static void
decide_single_phase(struct work *work)
{
    const struct binary_module *module = work->module;
    if (is_clean_single_phase(work)) {
        decide(
            work, VERDICT_REFUSES,
            arena_format(work->arena,
                         "single-phase initialisation: interpreters with their own GIL "
                         "raise ImportError (since Python 3.12), others get their own "
                         "module (m_size is %lld); no shared state was found%s",
                         (long long)module->state_size, reservation(work->tally)));
        return;
    }
    decide(work, VERDICT_NOT_ISOLATED,
           arena_format(work->arena, "single-phase initialisation%s%s%s%s",
                        has_errors(work->tally) ? ", " : "",
                        tally_words(work->arena, work->tally),
                        module->doubt != NULL ? "; concluded: " : "",
                        module->doubt != NULL ? module->doubt : ""));
}

/* A module that keeps other interpreters out is still to make independent module
 * objects in its own, unless it makes but one. */
static void
decide_declined(struct work *work)
{
    const struct binary_file *file = work->file;
    const struct tally *tally = work->tally;
    const char *generator = generator_name(file->generator);
    const char *how =
        module_claim(work->module) == SUPPORT_ONCE
            ? "it declares Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED: other "
              "interpreters raise ImportError (since Python 3.12)"
            : arena_format(work->arena, "%s%s own opt-out raises ImportError: \"%s\"",
                           generator != NULL ? generator : "its",
                           generator != NULL ? "'s" : "", file->guard);
    if (file->generator == GENERATOR_CYTHON
        && module_is_single_object(file, work->module))
    {
        decide(work, VERDICT_REFUSES,
               arena_format(work->arena,
                            "%s (a static analysis cannot show whether its caches "
                            "survive a second Py_Initialize)",
                            how));
    }
    else if (module_is_single_object(file, work->module)
             || (generator == NULL && tally->n_types + tally->n_objects == 0))
    {
        decide(work, VERDICT_REFUSES, how);
    }
    else if (has_errors(tally)) {
        decide(work, VERDICT_NOT_ISOLATED,
               arena_format(work->arena,
                            "%s; but two module objects in one interpreter share %s",
                            how, tally_words(work->arena, tally)));
    }
    else {
        decide(work, VERDICT_NOT_ISOLATED,
               arena_format(work->arena,
                            "%s; but two module objects in one interpreter share the "
                            "state of the %s runtime",
                            how, generator));
    }
}

static void
decide_by_contents(struct work *work)
{
    const struct binary_file *file = work->file;
    const struct tally *tally = work->tally;
    if (has_errors(tally)) {
        decide(work, VERDICT_NOT_ISOLATED,
               arena_format(work->arena, "it has %s", tally_words(work->arena, tally)));
    }
    else if (file->generator != GENERATOR_NONE && !claims_interpreters(work->module)) {
        decide(work, VERDICT_NOT_ISOLATED,
               arena_format(
                   work->arena,
                   "it was generated by %s, whose runtime has process-wide types and "
                   "objects, and it does not declare support for other interpreters",
                   generator_name(file->generator)));
    }
    else if (work->module->init == INIT_UNKNOWN) {
        decide(work, VERDICT_NOT_ISOLATED,
               arena_format(work->arena, "isolation cannot be determined: %s",
                            work->module->doubt));
    }
    else if (!is_readable(file)) {
        decide(work, VERDICT_NOT_ISOLATED,
               "isolation cannot be determined: machine code of this architecture is "
               "not analysed, and there is no debug information");
    }
    else if (has_unseen_writers(work)) {
        decide(work, VERDICT_NOT_ISOLATED,
               "isolation cannot be determined: machine code of this architecture is "
               "not analysed, and may change static C data");
    }
    else {
        decide(work, VERDICT_ISOLATED,
               arena_format(work->arena,
                            "multi-phase initialisation; no static type, object or "
                            "mutable data was found%s%s",
                            tally->n_data > 0 ? " (but static C data: see the findings)"
                                              : "",
                            reservation(tally)));
    }
}

void
module_reach_verdict(const struct binary_file *file, const struct binary_module *module,
                     const struct tally *tally, struct arena *arena,
                     struct module_report *report)
{
    struct work work = {file, module, tally, arena, report};
    report->supports = supported(&work);
    if (module_size_is_refused(module)) {
        decide(&work, VERDICT_NOT_ISOLATED,
               "its m_size is negative, so it cannot be imported");
    }
    else if (module_declines(file, module)) {
        decide_declined(&work);
    }
    else if (module->init == INIT_SINGLE) {
        decide_single_phase(&work);
    }
    else {
        decide_by_contents(&work);
    }
}
