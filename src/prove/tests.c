/* The package's own tests, compared between two interpreters. */

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/proof.h"

enum test_field { NAME, RESULT, MESSAGE };
enum { TESTS_SHOWN = 20 };

/* What no module can do in a sub-interpreter: the words of CPython's exceptions. */
static const char *const limits[] = {
    "signal only works in main thread of the main interpreter",
    "fork not supported for isolated subinterpreters",
    "fork not supported for subinterpreters",
    "exec not supported for isolated subinterpreters",
    "daemon threads are disabled in this (sub)interpreter",
    "thread is not supported for isolated subinterpreters",
};

static bool
is_limit_of_python(const struct proof *proof, const char *message)
{
    for (size_t i = 0; i < ARRAY_LENGTH(limits); i++) {
        if (strstr(message, limits[i]) != NULL) {
            return true;
        }
    }
    /* Another module refuses: a dependency of the tests. */
    return strstr(message, "does not support loading in subinterpreters") != NULL
           && strstr(message,
                     arena_format(proof->arena, "module %s does", proof->module))
                  == NULL;
}

static const struct probe_record *
find_test(const struct probe_log *log, const char *name)
{
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_TESTS) && strcmp(record->fields[NAME], name) == 0)
        {
            return record;
        }
    }
    return NULL;
}

static bool
has_result(const struct probe_record *record, const char *result)
{
    return record != NULL && strcmp(record->fields[RESULT], result) == 0;
}

struct comparison {
    size_t n_tests, n_worse, n_limits;
    struct finding *finding;
};

static void
compare(struct proof *proof, const struct probe_record *record,
        const struct probe_log *in_other, struct comparison *comparison)
{
    const struct probe_record *other = find_test(in_other, record->fields[NAME]);
    if (!has_result(record, "passed") || has_result(other, "passed")
        || has_result(other, "skipped"))
    {
        return;
    }
    if (other != NULL && is_limit_of_python(proof, other->fields[MESSAGE])) {
        comparison->n_limits++;
        return;
    }
    comparison->n_worse++;
    comparison->finding =
        proof_find(proof, "state-tests-differ", "tests", SCENARIO_TESTS,
                   "tests of the package pass in the main interpreter and fail in a "
                   "sub-interpreter%s",
                   strcmp(proof->gil, "own") == 0 ? " with its own GIL" : "");
    if (comparison->n_worse <= TESTS_SHOWN) {
        finding_add_evidence(proof->findings, comparison->finding, "%s: %.200s",
                             record->fields[NAME],
                             other != NULL ? other->fields[MESSAGE] : "not run");
    }
}

/* Collecting a file may fail as a whole: then its tests are missing. */
static void
add_collection_errors(struct proof *proof, const struct probe_log *in_main,
                      const struct probe_log *in_other, struct comparison *comparison)
{
    for (size_t i = 0; i < in_other->n_records && comparison->finding != NULL; i++) {
        const struct probe_record *record = &in_other->records[i];
        if (record_is(record, RECORD_TESTS) && has_result(record, "failed")
            && find_test(in_main, record->fields[NAME]) == NULL)
        {
            finding_add_evidence(proof->findings, comparison->finding,
                                 "%s cannot be collected: %.200s", record->fields[NAME],
                                 record->fields[MESSAGE]);
        }
    }
}

/* Returns why there is nothing to compare with, or NULL. */
static const char *
why_no_baseline(struct proof *proof, const struct probe_log *in_main)
{
    const struct probe_record *failed = probe_log_find(in_main, RECORD_FAILED);
    if (failed != NULL) {
        return arena_format(proof->arena, "pytest failed to run: %s: %s",
                            failed->fields[1], failed->fields[2]);
    }
    if (termination_of(in_main) != TERMINATION_NORMAL) {
        return arena_format(proof->arena, "in the main interpreter pytest %s",
                            termination_text(proof->arena, in_main));
    }
    if (probe_log_count(in_main, RECORD_TESTS) == 0) {
        const struct probe_record *code = probe_log_find(in_main, RECORD_COUNT);
        return arena_format(proof->arena,
                            "pytest ran no tests (exit status %s): %.200s",
                            code != NULL ? code->fields[1] : "?", in_main->last_error);
    }
    if (probe_log_find(in_main, RECORD_LOADED) == NULL) {
        return "the tests do not import the module";
    }
    return NULL;
}

void
read_tests(struct proof *proof, const struct probe_log *in_main,
           const struct probe_log *in_other)
{
    struct comparison comparison = {0};
    const char *reason = why_no_baseline(proof, in_main);
    if (reason != NULL) {
        proof_set_outcome(proof, SCENARIO_TESTS, OUTCOME_SKIP, "%s", reason);
        return;
    }
    for (size_t i = 0; i < in_main->n_records; i++) {
        if (record_is(&in_main->records[i], RECORD_TESTS)) {
            comparison.n_tests++;
            compare(proof, &in_main->records[i], in_other, &comparison);
        }
    }
    add_collection_errors(proof, in_main, in_other, &comparison);
    if (comparison.finding != NULL) {
        proof_fail(proof, SCENARIO_TESTS, comparison.finding);
    }
    else if (probe_log_find(in_other, RECORD_LOADED) == NULL) {
        struct finding *finding =
            proof_find(proof, "state-tests-differ", "fallback", SCENARIO_TESTS,
                       "the tests pass in a sub-interpreter, but without the extension "
                       "module: the package uses a fallback");
        finding_add_evidence(proof->findings, finding,
                             "%s is not in sys.modules of the sub-interpreter",
                             proof->module);
        proof_fail(proof, SCENARIO_TESTS, finding);
    }
    else {
        proof_set_outcome(
            proof, SCENARIO_TESTS, OUTCOME_PASS,
            "%zu tests, no difference; %zu fail because of limits of sub-interpreters",
            comparison.n_tests, comparison.n_limits);
    }
}
