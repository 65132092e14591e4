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
    struct report report = {.command = "check", .findings = &findings,
                            .modules = &modules};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_text.print(&report, &out);
    assert_string_equal(out.text, "m.c:4:2: error: bad \\x1b[2J [type-static]\n"
                                  "m.so:.bss+0x10: warning: worse [state-static-data]\n"
                                  "    line 0\n    line 1\n    line 2\n"
                                  "    … and 2 more (-v)\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text__is_as_gcc_writes_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
