#include "cmocka_all.h"

#include "report/report.h"

static void
json_lines__prints_one_line_for_each(void **state)
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
    reporter_json_lines.print(&report, &out);
    assert_string_equal(out.text,
                        "{\"rule\":\"type-static\",\"level\":\"error\",\"message\":\"100% \\\"bad\\\"; "
                        "[a]\\nreally\\u001B\",\"path\":\"a;b]c.c\",\"line\":4,\"column\":2,"
                        "\"evidence\":[\"at b.c:7\\r\"],\"guide\":\"Heap Types\","
                        "\"automatic\":false,\"fingerprint\":\"e4ab2d6104155b74\"}\n"
                        "{\"rule\":\"change-mutable\",\"level\":\"note\",\"message\":\"a note\","
                        "\"path\":\"b.c\",\"place\":\"spam_type\",\"evidence\":[],"
                        "\"guide\":\"Heap Types\",\"automatic\":false,"
                        "\"fingerprint\":\"750576a2914abcea\"}\n"
                        "{\"module\":\"m;]\",\"verdict\":\"unproved\",\"seconds\":0.0,"
                        "\"scenarios\":[]}\n"
                        "{\"module\":\"fine\",\"verdict\":\"isolated\",\"seconds\":0.0,"
                        "\"scenarios\":[]}\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_lines__prints_one_line_for_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
