#include "cmocka_all.h"

#include "report/report.h"

static void
markdown__of_foreign_text_marks_nothing_up(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    struct module_reports modules;
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    struct finding *finding = findings_add(
        &findings, "type-static", "a|b `c` *d* <img> [e](https://f) @g #1\nh");
    finding->path = "a|`b`.c";
    finding->line = 4;
    finding_add_evidence(&findings, finding, "seen");
    *module_reports_add(&modules) =
        (struct module_report){.module = "m",
                               .declares = SUPPORT_OWN_GIL,
                               .supports = SUPPORT_ONCE,
                               .verdict = VERDICT_NOT_ISOLATED,
                               .threads = THREADS_VERDICT_UNSAFE,
                               .reason = "x | y"};
    struct report report = {
        .command = "scan", .findings = &findings, .modules = &modules};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_markdown.print(&report, &out);
    assert_string_equal(
        out.text,
        "## insulate scan: 1 error\n\n| level | place | finding | rule |\n"
        "|---|---|---|---|\n"
        "| error | <code>a&#124;&#96;b&#96;.c:4</code> | a\\|b \\`c\\` \\*d\\* &#60;img&#62; "
        "\\[e\\](https:<!-- -->//f) @<!-- -->g \\#1\\\\x0ah<br>seen | `type-static` |\n\n"
        "| module | declares | supports | verdict | reason |\n|---|---|---|---|---|\n"
        "| <code>m</code> | own-gil | once | **not-isolated** | x \\| y<br>threads: unsafe |\n");
}

static void
markdown__without_findings_says_so(void **state)
{
    (void)state;
    struct findings findings = {0};
    struct module_reports modules = {0};
    struct report report = {
        .command = "check", .findings = &findings, .modules = &modules};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_markdown.print(&report, &out);
    assert_string_equal(out.text, "## insulate check: no findings\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markdown__of_foreign_text_marks_nothing_up),
        cmocka_unit_test(markdown__without_findings_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
