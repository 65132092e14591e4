#include "cmocka_all.h"

#include "report/report.h"

static void
github__escapes_what_the_forge_would_read(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    struct module_reports modules;
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    struct finding *finding =
        findings_add(&findings, "type-static", "100%% bad\nreally");
    finding->path = "a,b:c.c";
    finding->line = 4;
    finding->column = 2;
    module_reports_add(&modules)->module = "m";
    struct report report = {
        .command = "check", .findings = &findings, .modules = &modules};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_github.print(&report, &out);
    assert_string_equal(out.text,
                        "::error file=a%2Cb%3Ac.c,line=4,col=2,title=type-static::"
                        "100%25 bad%0Areally\n"
                        "::error title=m::unproved\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(github__escapes_what_the_forge_would_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
