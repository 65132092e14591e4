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
    finding = findings_add(&findings, "lifetime-reference-leaked", "worse");
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
                                  "m.so:.bss+0x10: warning: worse [lifetime-reference-leaked]\n"
                                  "    line 0\n    line 1\n    line 2\n"
                                  "    … and 2 more (-v)\n");
}

static void
text__threads_of_a_module(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    struct module_reports modules;
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    *module_reports_add(&modules) =
        (struct module_report){.module = "m",
                               .python = "3.13.1",
                               .verdict = VERDICT_ISOLATED,
                               .threads = THREADS_VERDICT_SAFE,
                               .thread_use = {.functions = 4,
                                              .called = 3,
                                              .pairs = 2,
                                              .pairs_left = 1,
                                              .interruptions = 9,
                                              .parallel_calls = 480,
                                              .seconds = 0.25,
                                              .seed = 7}};
    *module_reports_add(&modules) =
        (struct module_report){.module = "undeclared",
                               .python = "3.13.1",
                               .verdict = VERDICT_ISOLATED,
                               .threads = THREADS_VERDICT_NOT_SHOWN,
                               .threads_reason = "not said"};
    *module_reports_add(&modules) =
        (struct module_report){.module = "apart",
                               .python = "3.13.1",
                               .verdict = VERDICT_ISOLATED,
                               .threads = THREADS_VERDICT_SAFE,
                               .thread_use = {.functions = 4,
                                              .called = 4,
                                              .pairs = 6,
                                              .pairs_apart = 10,
                                              .interruptions = 9,
                                              .seconds = 0.25,
                                              .seed = 1}};
    struct report report = {
        .command = "prove", .findings = &findings, .modules = &modules};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_text.print(&report, &out);
    assert_string_equal(
        out.text, "m: isolated on 3.13.1\n"
                  "    threads: safe (3 of 4 functions and methods in 2 threads, 2 of 3 "
                  "pairs, 9 interruptions, 480 calls in 4 threads, 0.2 s, seed 7)\n"
                  "undeclared: isolated on 3.13.1\n"
                  "apart: isolated on 3.13.1\n"
                  "    threads: safe (4 of 4 functions and methods in 2 threads, 6 of 16 "
                  "pairs and 10 that share no memory, 9 interruptions, 0 calls in 4 threads, "
                  "0.2 s, seed 1)\n");
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
    static const char head[] =
        "module       verdict   init   declares  supports  reason\n"
        "spam         refuses   multi  ?         own-gil   so\n";
    assert_int_equal(strncmp(out.text, head, strlen(head)), 0);
    assert_non_null(strstr(out.text, "\nlonger.name  isolated  multi  "));
}

static void
text__modules_of_an_environment__table_with_the_first_reason(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    struct module_reports modules;
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    findings_add(&findings, "lifetime-reference-leaked", "less")->module = "b\xc3\xa9";
    findings_add(&findings, "claim-own-gil-false", "so what")->module = "b\xc3\xa9";
    findings_add(&findings, "type-static", "worst")->module = "b\xc3\xa9";
    *module_reports_add(&modules) = (struct module_report){.module = "a.clean",
                                                           .verdict = VERDICT_ISOLATED,
                                                           .declares = SUPPORT_OWN_GIL,
                                                           .supports = SUPPORT_OWN_GIL};
    *module_reports_add(&modules) =
        (struct module_report){.module = "b\xc3\xa9",
                               .verdict = VERDICT_NOT_ISOLATED,
                               .declares = SUPPORT_NONE,
                               .supports = SUPPORT_ONCE};
    *module_reports_add(&modules) = (struct module_report){
        .module = "c", .verdict = VERDICT_BROKEN, .reason = "it\nfails"};
    struct report report = {.command = "prove",
                            .findings = &findings,
                            .modules = &modules,
                            .as_table = true};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_text.print(&report, &out);
    const char *table = strstr(out.text, "module ");
    assert_non_null(table);
    assert_string_equal(table,
                        "module   declares  supports  verdict       first reason\n"
                        "a.clean  own-gil   own-gil   isolated      \n"
                        "b\xc3\xa9       none      once      not-isolated  worst\n"
                        "c        ?         ?         broken        it\\x0afails\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text__is_as_gcc_writes_it),
        cmocka_unit_test(text__threads_of_a_module),
        cmocka_unit_test(text__many_modules_without_scenarios__table),
        cmocka_unit_test(text__modules_of_an_environment__table_with_the_first_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
