#include "cmocka_all.h"

#include <jansson.h>
#include <string.h>

#include "report/report.h"

static void
gitlab__has_an_issue_for_each_finding_and_each_verdict_that_fails(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    struct module_reports modules;
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    for (int i = 0; i < 2; i++) {
        struct finding *finding =
            findings_add(&findings, "type-static", "\"quotes\" \xff");
        finding->path = "/project/src/m.c";
        finding->line = 4 + (unsigned)i;
        finding->symbol = "same";
    }
    *module_reports_add(&modules) = (struct module_report){
        .module = "m", .path = "m.so", .verdict = VERDICT_NOT_ISOLATED, .reason = "so"};
    *module_reports_add(&modules) = (struct module_report){
        .module = "n", .path = "n.so", .verdict = VERDICT_REFUSES};
    struct report report = {.command = "scan",
                            .findings = &findings,
                            .modules = &modules,
                            .folder = "/project",
                            .verdict_use = VERDICTS_MUST_BE_KEPT};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_gitlab.print(&report, &out);
    json_error_t error;
    json_t *root = json_loads(out.text, 0, &error);
    assert_non_null(root);
    assert_int_equal(json_array_size(root), 3);
    const char *text, *rule, *severity, *path, *prints[3];
    int line;
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(
            json_unpack(json_array_get(root, i), "{s:s, s:s, s:s, s:s, s:{s:s, s:{s:i}}}",
                        "description", &text, "check_name", &rule, "severity", &severity,
                        "fingerprint", &prints[i], "location", "path", &path, "lines",
                        "begin", &line),
            0);
        assert_string_equal(path, i < 2 ? "src/m.c" : "m.so");
        assert_int_equal(line, i < 2 ? 4 + i : 1);
        assert_string_equal(rule, i < 2 ? "type-static" : "verdict");
        assert_string_equal(severity, "major");
    }
    assert_string_equal(text, "m: not-isolated: so");
    assert_string_not_equal(prints[0], prints[1]);
    json_decref(root);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gitlab__has_an_issue_for_each_finding_and_each_verdict_that_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
