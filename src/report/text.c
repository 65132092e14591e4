/* --format text: a line a finding as gcc writes it, then what was seen of it;
 * then a line a module. */
#include "report/frame.h"
#include "report/statistics.h"
#include "report/table.h"

#include <string.h>

enum { EVIDENCE_SHOWN = 3 };

static const char *
color_of_level(enum level level)
{
    static const char *const colors[] = {"\033[36m", "\033[33m", "\033[31m"};
    return colors[level];
}

static const char *
color_of_verdict(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_ISOLATED:
        return "\033[32m";
    case VERDICT_REFUSES:
    case VERDICT_UNPROVED:
        return "\033[33m";
    case VERDICT_NOT_ISOLATED:
    case VERDICT_BROKEN:
        break;
    }
    return "\033[31m";
}

/* TEXT without control characters: names come from foreign files, and a
 * terminal obeys what it is told. */
static void
add_clean(struct strbuf *out, const char *text)
{
    strbuf_add_visible(out, text, strlen(text), "");
}

static void
add_colored(struct strbuf *out, bool color, const char *code, const char *text)
{
    strbuf_format(out, "%s%s%s", color ? code : "", text, color ? "\033[0m" : "");
}

static void
add_place(struct strbuf *out, const struct finding *finding)
{
    const char *subject = finding->path ? finding->path : finding->module;
    add_clean(out, subject ? subject : "insulate");
    if (finding->line != 0) {
        strbuf_format(out, ":%u", finding->line);
        if (finding->column != 0) {
            strbuf_format(out, ":%u", finding->column);
        }
    }
    else if (finding->place != NULL || finding->symbol != NULL) {
        strbuf_add_char(out, ':');
        add_clean(out, finding->place ? finding->place : finding->symbol);
    }
    strbuf_add_string(out, ": ");
}

/* The name of a rule, which a terminal may open ("OSC 8": ESC ]8;; address ESC \). */
static void
add_rule(struct strbuf *out, const struct report *report, const char *name)
{
    const struct rule *rule = report->links ? rule_find(name) : NULL;
    CLEANUP(strbuf_done) struct strbuf link = STRBUF_INIT;
    if (rule != NULL) {
        rule_link(rule, &link);
    }
    if (link.size == 0) {
        strbuf_add_string(out, name);
        return;
    }
    strbuf_format(out, "\033]8;;%s\033\\%s\033]8;;\033\\", link.text, name);
}

static void
add_finding(struct strbuf *out, const struct report *report,
            const struct finding *finding)
{
    add_place(out, finding);
    add_colored(out, report->color, color_of_level(finding->level),
                level_name(finding->level));
    strbuf_add_string(out, ": ");
    add_clean(out, finding->message);
    strbuf_add_string(out, " [");
    add_rule(out, report, finding->rule);
    strbuf_add_string(out, "]\n");
    if (report->frames) {
        frame_print(finding, report->color, out);
    }
    if (finding->readable != NULL
        && strstr(finding->message, finding->readable) == NULL)
    {
        strbuf_add_string(out, "    ");
        add_clean(out, finding->symbol);
        strbuf_add_string(out, " is ");
        add_clean(out, finding->readable);
        strbuf_add_char(out, '\n');
    }
    size_t shown = finding->n_evidence;
    if (!report->verbose && shown > EVIDENCE_SHOWN) {
        shown = EVIDENCE_SHOWN;
    }
    for (size_t i = 0; i < shown; i++) {
        strbuf_add_string(out, "    ");
        add_clean(out, finding->evidence[i]);
        strbuf_add_char(out, '\n');
    }
    if (shown < finding->n_evidence) {
        strbuf_format(out, "    … and %zu more (-v)\n", finding->n_evidence - shown);
    }
}

static void
add_scenarios(struct strbuf *out, const struct report *report,
              const struct module_report *module)
{
    for (size_t i = 0; i < module->n_scenarios; i++) {
        const struct scenario_result *scenario = &module->scenarios[i];
        bool quiet =
            scenario->outcome == OUTCOME_PASS || scenario->outcome == OUTCOME_SKIP;
        if (quiet && !report->verbose) {
            continue;
        }
        strbuf_format(out, "    %-18s %-8s", scenario->name,
                      outcome_name(scenario->outcome));
        if (scenario->reason != NULL) {
            strbuf_add_char(out, ' ');
            add_clean(out, scenario->reason);
        }
        strbuf_add_char(out, '\n');
    }
}

/* What of the module was used, in one line; with -v what was not, and why. */
static void
add_coverage(struct strbuf *out, const struct report *report,
             const struct coverage *coverage)
{
    if (!coverage->is_known) {
        return;
    }
    strbuf_format(out, "    coverage: %u of %u types instantiated",
                  coverage->instantiated, coverage->types);
    if (coverage->cannot_be_made != 0) {
        strbuf_format(out, " (%u cannot be made from Python)",
                      coverage->cannot_be_made);
    }
    strbuf_format(out, ", %u of %u functions called\n", coverage->called,
                  coverage->functions);
    for (size_t i = 0; report->verbose && i < coverage->n_unused; i++) {
        const struct unused *unused = &coverage->unused[i];
        strbuf_format(out, "    not used: %s ", unused->kind);
        add_clean(out, unused->name);
        strbuf_add_string(out, ": ");
        add_clean(out, unused->reason);
        strbuf_add_char(out, '\n');
    }
}

/* What several threads may do with the module, where that was asked or is declared. */
static void
add_threads(struct strbuf *out, const struct report *report,
            const struct module_report *module)
{
    const struct thread_use *use = &module->thread_use;
    bool is_said = module->threads == THREADS_VERDICT_SAFE || module->threads == THREADS_VERDICT_UNSAFE
                   || string_equal(module->gil, "not-used");
    if (module->threads == THREADS_VERDICT_UNKNOWN || (!is_said && !report->verbose)) {
        return;
    }
    strbuf_format(out, "    threads: %s", threads_verdict_name(module->threads));
    if (module->threads_reason != NULL) {
        strbuf_add_string(out, ": ");
        add_clean(out, module->threads_reason);
    }
    if (use->interruptions + use->parallel_calls != 0) {
        strbuf_format(out, " (%u of %u functions and methods in 2 threads, %u of %u pairs",
                      use->called, use->functions, use->pairs,
                      use->pairs + use->pairs_apart + use->pairs_left);
        if (use->pairs_apart > 0) {
            strbuf_format(out, " and %u that share no memory", use->pairs_apart);
        }
        strbuf_format(out,
                      ", %u interruptions, %u calls in 4 threads, %.1f s, seed %ld)",
                      use->interruptions, use->parallel_calls, use->seconds, use->seed);
    }
    strbuf_add_char(out, '\n');
}

static void
add_module(struct strbuf *out, const struct report *report,
           const struct module_report *module)
{
    add_clean(out, module->module ? module->module : module->path);
    strbuf_add_string(out, ": ");
    add_colored(out, report->color, color_of_verdict(module->verdict),
                verdict_name(module->verdict));
    if (module->python != NULL) {
        strbuf_format(out, " on %s", module->python);
    }
    const char *declares = support_name(module->declares);
    const char *supports = support_name(module->supports);
    if (declares != NULL) {
        strbuf_format(out, ", declares %s", declares);
    }
    if (supports != NULL) {
        strbuf_format(out, ", supports %s", supports);
    }
    size_t passed = 0, ran = 0;
    for (size_t i = 0; i < module->n_scenarios; i++) {
        passed += module->scenarios[i].outcome == OUTCOME_PASS;
        ran += module->scenarios[i].outcome != OUTCOME_SKIP;
    }
    if (ran != 0) {
        strbuf_format(out, ", %zu of %zu scenarios passed in %.1f s", passed, ran,
                      module->seconds);
    }
    strbuf_add_char(out, '\n');
    if (module->reason != NULL) {
        strbuf_add_string(out, "    ");
        add_clean(out, module->reason);
        strbuf_add_char(out, '\n');
    }
    add_coverage(out, report, &module->coverage);
    add_threads(out, report, module);
    add_scenarios(out, report, module);
}

/* So many modules without scenarios (scan) make a table instead of two lines each. */
enum { TABLE_FROM = 5 };

static bool
is_scan_table(const struct module_reports *modules)
{
    for (size_t i = 0; i < modules->n_items; i++) {
        if (modules->items[i].n_scenarios != 0 || modules->items[i].python != NULL) {
            return false;
        }
    }
    return modules->n_items >= TABLE_FROM;
}

static const char *
or_unknown(const char *name)
{
    return name != NULL ? name : "?";
}

/* Of two findings the heavier one is the reason; a false claim follows from others. */
static int
weight_of(const struct finding *finding)
{
    return 2 * (int)finding->level - (string_starts(finding->rule, "claim-") ? 1 : 0);
}

/* The reason of the verdict: the report's own, or the module's first error. */
static const char *
first_reason(const struct report *report, const struct module_report *module)
{
    const struct finding *first = NULL;
    if (module->reason != NULL || module->verdict == VERDICT_ISOLATED) {
        return module->reason != NULL ? module->reason : "";
    }
    for (size_t i = 0; i < report->findings->n_items; i++) {
        const struct finding *finding = &report->findings->items[i];
        if (string_equal(finding->module, module->module)
            && (first == NULL || weight_of(finding) > weight_of(first)))
        {
            first = finding;
        }
    }
    return first != NULL ? first->message : "";
}

/* Copies of foreign text for the cells of a table. */
static const char *
clean(struct arena *arena, const char *text)
{
    CLEANUP(strbuf_done) struct strbuf copy = STRBUF_INIT;
    add_clean(&copy, text);
    return arena_string(arena, copy.text);
}

static void
fill_row(struct arena *arena, const struct report *report,
         const struct module_report *module, struct table_row *row)
{
    const char *name =
        clean(arena, module->module != NULL ? module->module : module->path);
    const char *declares = or_unknown(support_name(module->declares));
    const char *supports = or_unknown(support_name(module->supports));
    const char *verdict = verdict_name(module->verdict);
    const char *color = report->color ? color_of_verdict(module->verdict) : NULL;
    if (report->as_table) {
        *row = (struct table_row){{name, declares, supports, verdict,
                                   clean(arena, first_reason(report, module))},
                                  3,
                                  color};
    }
    else {
        *row = (struct table_row){{name, verdict,
                                   or_unknown(init_kind_name(module->init)), declares,
                                   supports, clean(arena, or_unknown(module->reason))},
                                  1,
                                  color};
    }
}

static void
add_table(struct strbuf *out, const struct report *report)
{
    static const struct table_row heads[] = {
        {.cells = {"module", "verdict", "init", "declares", "supports", "reason"}},
        {.cells = {"module", "declares", "supports", "verdict", "first reason"}},
    };
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    size_t n = report->modules->n_items;
    struct table_row *rows = ARENA_ARRAY(arena, struct table_row, n + 1);
    rows[0] = heads[report->as_table];
    for (size_t i = 0; i < n; i++) {
        fill_row(arena, report, &report->modules->items[i], &rows[i + 1]);
    }
    table_print(rows, n + 1, out);
}

static void
add_statistics(struct strbuf *out, const struct report *report)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    size_t n;
    const struct rule_count *counts = statistics_of(arena, report->findings, &n);
    struct table_row *rows = ARENA_ARRAY(arena, struct table_row, n + 1);
    rows[0] = (struct table_row){{"count", "level", "rule", "with fix", "summary"}, 0, NULL};
    for (size_t i = 0; i < n; i++) {
        const struct rule *rule = rule_find(counts[i].rule);
        rows[i + 1] = (struct table_row){
            {arena_format(arena, "%zu", counts[i].n), level_name(counts[i].level),
             counts[i].rule, arena_format(arena, "%zu", counts[i].n_fixable),
             rule != NULL ? rule->summary : ""},
            1,
            report->color ? color_of_level(counts[i].level) : NULL};
    }
    if (n != 0) {
        table_print(rows, n + 1, out);
    }
}

static void
print(const struct report *report, struct strbuf *out)
{
    if (report->statistics) {
        add_statistics(out, report);
    }
    for (size_t i = 0; i < report->findings->n_items && !report->statistics; i++) {
        add_finding(out, report, &report->findings->items[i]);
    }
    if (report->verdict_use == VERDICTS_ARE_BACKGROUND && !report->verbose) {
        return;
    }
    bool is_table = report->as_table && report->modules->n_items > 0;
    if (is_table || is_scan_table(report->modules)) {
        add_table(out, report);
        return;
    }
    for (size_t i = 0; i < report->modules->n_items; i++) {
        add_module(out, report, &report->modules->items[i]);
    }
}

const struct reporter reporter_text = {"text", print};
