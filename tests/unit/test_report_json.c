#include "cmocka_all.h"

#include <jansson.h>
#include <string.h>

#include "report/report.h"

static void
json__has_the_fields_of_the_contract(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    struct module_reports modules;
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    struct finding *finding =
        findings_add(&findings, "state-static-object", "a \"quoted\" \xff name");
    finding->path = "m.c";
    finding->line = 42;
    finding->column = 18;
    finding->symbol = "Error";
    finding->automatic = true;
    finding_add_evidence(&findings, finding, "seen");
    struct module_report *module = module_reports_add(&modules);
    *module = (struct module_report){.module = "m",
                                     .init = INIT_MULTI,
                                     .declares = SUPPORT_NONE,
                                     .supports = SUPPORT_SHARED_GIL,
                                     .verdict = VERDICT_NOT_ISOLATED,
                                     .threads = THREADS_VERDICT_NOT_SHOWN,
                                     .threads_reason = "so",
                                     .thread_use = {.pairs = 3, .pairs_apart = 5, .seed = 7},
                                     .seconds = 0.5};
    struct scenario_result scenario = {"own-gil", OUTCOME_REFUSED, "why", 0.1};
    module->scenarios = &scenario;
    module->n_scenarios = 1;

    struct report report = {.command = "prove",
                            .findings = &findings,
                            .modules = &modules,
                            .diff = "--- a\n"};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_json.print(&report, &out);
    json_error_t error;
    json_t *root = json_loads(out.text, 0, &error);
    assert_non_null(root);
    const char *rule, *level, *message, *path, *symbol, *guide, *evidence;
    int line, column, automatic, format;
    assert_int_equal(
        json_unpack(root, "{s:i, s:[{s:s,s:s,s:s,s:s,s:i,s:i,s:s,s:s,s:b,s:[s]}]}",
                    "format", &format, "findings", "rule", &rule, "level", &level,
                    "message", &message, "path", &path, "line", &line, "column",
                    &column, "symbol", &symbol, "guide", &guide, "automatic",
                    &automatic, "evidence", &evidence),
        0);
    assert_int_equal(format, 1);
    assert_string_equal(level, "error");
    assert_string_equal(message, "a \"quoted\" ? name");
    assert_int_equal(line, 42);
    assert_true(automatic);
    assert_string_equal(guide, "Managing Per-Module State");
    const char *init, *declares, *supports, *verdict, *name, *outcome, *diff;
    assert_int_equal(json_unpack(root, "{s:s, s:[{s:s,s:s,s:s,s:s,s:[{s:s,s:s}]}]}",
                                 "diff", &diff, "modules", "init", &init, "declares",
                                 &declares, "supports", &supports, "verdict", &verdict,
                                 "scenarios", "name", &name, "outcome", &outcome),
                     0);
    assert_string_equal(init, "multi");
    assert_string_equal(declares, "none");
    assert_string_equal(supports, "shared-gil");
    assert_string_equal(verdict, "not-isolated");
    assert_string_equal(outcome, "refused");
    const char *threads, *reason;
    int pairs, apart, seed;
    assert_int_equal(json_unpack(root, "{s:[{s:s,s:s,s:{s:i,s:i,s:i}}]}", "modules",
                                 "threads", &threads, "threads_reason", &reason,
                                 "thread_use", "pairs", &pairs, "pairs_apart", &apart, "seed",
                                 &seed),
                     0);
    assert_string_equal(threads, "not shown");
    assert_string_equal(reason, "so");
    assert_int_equal(pairs, 3);
    assert_int_equal(apart, 5);
    assert_int_equal(seed, 7);
    json_decref(root);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json__has_the_fields_of_the_contract),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
