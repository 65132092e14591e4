#include "cmocka_all.h"

#include <string.h>

#include "report/report.h"

static void
text__is_as_gcc_writes_it(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    struct module_reports modules;
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    struct finding *finding = findings_add(&findings, "type-static", "bad \033[2J");
    finding->path = "m.c";
    finding->line = 4;
    finding->column = 2;
    finding = findings_add(&findings, "state-static-data", "worse");
    finding->path = "m.so";
    finding->place = ".bss+0x10";
    for (int i = 0; i < 5; i++) {
        finding_add_evidence(&findings, finding, "line %d", i);
    }
    struct report report = {
        .command = "check", .findings = &findings, .modules = &modules};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_text.print(&report, &out);
    assert_string_equal(out.text, "m.c:4:2: error: bad \\x1b[2J [type-static]\n"
                                  "m.so:.bss+0x10: warning: worse [state-static-data]\n"
                                  "    line 0\n    line 1\n    line 2\n"
                                  "    … and 2 more (-v)\n");
}

static void
text__many_modules_without_scenarios__table(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    struct module_reports modules;
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    for (int i = 0; i < 5; i++) {
        struct module_report *module = module_reports_add(&modules);
        module->module = i == 4 ? "longer.name" : "spam";
        module->init = INIT_MULTI;
        module->supports = SUPPORT_OWN_GIL;
        module->verdict = i == 0 ? VERDICT_REFUSES : VERDICT_ISOLATED;
        module->reason = "so";
    }
    struct report report = {
        .command = "scan", .findings = &findings, .modules = &modules};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_text.print(&report, &out);
    assert_int_equal(
        strncmp(out.text,
                "module       verdict       init    declares      supports    reason\n"
                "spam         refuses       multi   ?             own-gil     so\n",
                67 + 63),
        0);
    assert_non_null(strstr(out.text, "\nlonger.name  isolated      multi "));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text__is_as_gcc_writes_it),
        cmocka_unit_test(text__many_modules_without_scenarios__table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
