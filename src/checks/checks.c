#include "checks/checks.h"

#include <string.h>

#include "base/arena.h"
#include "base/macros.h"
#include "base/strbuf.h"
#include "checks/check.h"
#include "checks/suppression.h"
#include "extension/reader.h"
#include "model/tokens.h"

enum phase { SOURCE, CALL, FINDINGS, FILTER, END };

/* The rules of src/model/rules.inc; one function each. */
static const struct {
    enum phase phase;
    check_function *check;
    check_call_function *check_call;
} rules[] = {
#define RULE_SOURCE(rule) {SOURCE, check_##rule, NULL},
#define RULE_CALL(rule) {CALL, NULL, check_##rule},
#define RULE_FINDINGS(rule) {FINDINGS, check_##rule, NULL},
#define RULE_FILTER(rule) {FILTER, check_##rule, NULL},
#define RULE_END(rule) {END, check_##rule, NULL},
#include "checks/rules.inc"
};

static void
run(struct check *check, enum phase phase)
{
    for (size_t i = 0; i < ARRAY_LENGTH(rules); i++) {
        if (rules[i].phase == phase) {
            rules[i].check(check);
        }
    }
}

/* --- one configuration, or several --------------------------------------- */

struct checks {
    struct check first;
    struct suppressions suppressions;
};

/* One walk serves all rules about calls. */
static void
run_on_calls(struct check *check)
{
    check_call_function *call_rules[ARRAY_LENGTH(rules)];
    size_t n_rules = 0;
    for (size_t i = 0; i < ARRAY_LENGTH(rules); i++) {
        if (rules[i].phase == CALL) {
            call_rules[n_rules++] = rules[i].check_call;
        }
    }
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (function->n_calls == 0 || function_is_dead(check->extension, function)) {
            continue;
        }
        for (size_t k = 0; k < function->n_calls; k++) {
            for (size_t rule = 0; rule < n_rules; rule++) {
                call_rules[rule](check, function, function->calls[k]);
            }
        }
    }
}

/* All rules over CHECK's source, but those that need all configurations. */
static void
run_rules(struct check *check, struct suppressions *suppressions)
{
    suppressions_read(check, suppressions);
    run(check, SOURCE);
    run_on_calls(check);
    suppressions_apply(check, suppressions);
    run(check, FINDINGS); /* no comment explains what these go by */
    run(check, FILTER);
    suppressions_apply(check, suppressions);
}

struct checks *
checks_begin(struct arena *arena, const struct source *source,
             const struct check_versions *versions, struct findings *findings)
{
    struct checks *made = ARENA_NEW(arena, struct checks);
    made->first = (struct check){
        .arena = arena,
        .source = source,
        .extension = extension_read(arena, source),
        .findings = findings,
        .versions = *versions,
    };
    run_rules(&made->first, &made->suppressions);
    return made;
}

/* Is FINDING, of another configuration, told already? */
static bool
is_told(const struct findings *findings, const struct finding *finding, bool is_shared)
{
    for (size_t i = 0; i < findings->n_items; i++) {
        const struct finding *known = &findings->items[i];
        if (strcmp(known->rule, finding->rule) != 0
            || !string_equal(known->path, finding->path))
        {
            continue;
        }
        if ((known->line == finding->line && known->column == finding->column)
            || (is_shared && known->symbol != NULL
                && string_equal(known->symbol, finding->symbol)))
        {
            return true;
        }
    }
    return false;
}

/* Rules about what was read, which each configuration would repeat. */
static bool
rule_is_about_reading(const char *rule)
{
    return strcmp(rule, "parse-error") == 0 || strcmp(rule, "generated-code") == 0;
}

static const struct source_file *
file_of_finding(const struct source *source, const struct finding *finding)
{
    for (size_t i = 0; i < source->n_files; i++) {
        if (string_equal(source->files[i]->path, finding->path)) {
            return source->files[i];
        }
    }
    return NULL;
}

/* Is FINDING about text that the first configuration leaves out, or that is not the
 * same without what it leaves out? */
static bool
is_of_configuration(const struct checks *begun, const struct source *source,
                    const struct finding *finding)
{
    const struct source_file *file = file_of_finding(source, finding);
    if (file == NULL || rule_is_about_reading(finding->rule)) {
        return false;
    }
    const struct source_file *same = source_file_of(begun->first.source, file);
    uint32_t offset = (uint32_t)finding->offset;
    size_t i = same ? source_token(same, offset) : 0;
    bool is_left_out =
        same == NULL || (i < same->n_tokens && same->tokens[i].inactive != 0);
    return (is_left_out
            || range_has_left_out(same, source_construct(source, file, offset)))
           && !is_told(begun->first.findings, finding, !is_left_out);
}

void
checks_add(struct checks *begun, const struct source *source,
           const struct configuration *configuration)
{
    struct findings findings;
    findings_init(&findings, begun->first.arena);
    struct check check = begun->first;
    check.source = source;
    check.extension = extension_read(check.arena, source);
    check.findings = &findings;
    run_rules(&check, &begun->suppressions);
    for (size_t i = 0; i < findings.n_items; i++) {
        struct finding *finding = &findings.items[i];
        if (!is_of_configuration(begun, source, finding)) {
            continue;
        }
        finding->configuration = configuration->label;
        finding_add_evidence(&findings, finding, "with %s", configuration->label);
        /* No build is known that has these defines: one condition more. */
        if (configuration->is_made_up && finding->level != LEVEL_NOTE) {
            finding->level =
                finding->level == LEVEL_ERROR ? LEVEL_WARNING : LEVEL_NOTE;
        }
        finding_copy(begun->first.findings, finding);
    }
}

void
checks_end(struct checks *begun, struct tour *tour)
{
    struct check *check = &begun->first;
    check->tour = tour;
    run(check, END);
    suppressions_apply(check, &begun->suppressions);
    suppressions_report(check, &begun->suppressions);
}

void
checks_run(struct arena *arena, const struct source *source, struct findings *findings)
{
    checks_run_for(arena, source, &(struct check_versions){0}, findings);
}

void
checks_run_for(struct arena *arena, const struct source *source,
               const struct check_versions *versions, struct findings *findings)
{
    checks_end(checks_begin(arena, source, versions, findings), NULL);
}
