#include "cmocka_all.h"

#include "report/report.h"

static void
azure__escapes_what_the_agent_would_read(void **state)
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
    reporter_azure.print(&report, &out);
    assert_string_equal(out.text,
                        "##vso[task.logissue type=error;sourcepath=a%3Bb%5Dc.c;linenumber=4;"
                        "columnnumber=2;code=type-static;]100%AZP25 \"bad\"; [a]%0Areally\\x1b"
                        "%0Aat b.c:7%0D\n"
                        "##[debug]b.c: spam_type: a note [change-mutable]\n"
                        "##vso[task.logissue type=error;code=verdict;]m;]: unproved\n"
                        "##[debug]fine: isolated\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(azure__escapes_what_the_agent_would_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
