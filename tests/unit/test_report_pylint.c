#include "cmocka_all.h"

#include "report/report.h"

static void
pylint__prints_one_line_for_each(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    struct module_reports modules;
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    struct finding *finding =
        findings_add(&findings, "type-static", "100%% \"bad\"; [a]\nreally\x1b");
    finding->path = "a;b]c.c";
    finding->line = 4;
    finding->column = 2;
    findings_add(&findings, "change-mutable", "a note")->level = LEVEL_NOTE;
    findings.items[1].path = "b.c";
    findings.items[1].place = "spam_type";
    finding_add_evidence(&findings, &findings.items[0], "at b.c:%d\r", 7);
    module_reports_add(&modules)->module = "m;]";
    struct module_report *module = module_reports_add(&modules);
    module->module = "fine";
    module->verdict = VERDICT_ISOLATED;
    struct report report = {
        .command = "check", .findings = &findings, .modules = &modules};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_pylint.print(&report, &out);
    assert_string_equal(out.text,
                        "a;b]c.c:4: [type-static] error: 100% \"bad\"; [a]\\x0areally\\x1b; at "
                        "b.c:7\\x0d\n"
                        "b.c:1: [change-mutable] note: spam_type: a note\n"
                        "m;]:1: [verdict] m;]: unproved\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pylint__prints_one_line_for_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
