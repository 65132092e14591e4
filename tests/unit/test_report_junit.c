#include "cmocka_all.h"

#include <string.h>

#include "report/report.h"

static void
junit__says_which_tests_failed_in_text_that_xml_can_hold(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    struct module_reports modules;
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    struct finding *finding =
        findings_add(&findings, "type-static", "<b> & \"q\"\x01 \xff \xef\xbf\xbf");
    finding->path = "m.c";
    finding->line = 4;
    finding_add_evidence(&findings, finding, "one");
    finding_add_evidence(&findings, finding, "]]>");
    findings_add(&findings, "claim-missing", "policy")->module = "m";
    struct scenario_result scenarios[] = {{"own-gil", OUTCOME_CRASH, "signal 11", 0.25},
                                          {"tests", OUTCOME_SKIP, "none", 0},
                                          {"import", OUTCOME_PASS, NULL, 0.5}};
    *module_reports_add(&modules) = (struct module_report){.module = "m",
                                                           .verdict = VERDICT_REFUSES,
                                                           .seconds = 0.75,
                                                           .scenarios = scenarios,
                                                           .n_scenarios = 3};
    struct report report = {
        .command = "prove", .findings = &findings, .modules = &modules};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_junit.print(&report, &out);
    assert_string_equal(
        out.text,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
        "  <testsuite name=\"insulate prove\" tests=\"6\" failures=\"3\" errors=\"0\" "
        "skipped=\"1\" time=\"0.750\">\n"
        "    <testcase classname=\"m.c\" name=\"type-static (line 4)\" time=\"0.000\" "
        "file=\"m.c\" line=\"4\">\n"
        "      <failure type=\"error\" message=\"&#60;b&#62; &#38; &#34;q&#34;\\x01 \\xff "
        "\\uffff\">one&#10;]]&#62;</failure>\n    </testcase>\n"
        "    <testcase classname=\"m\" name=\"claim-missing\" time=\"0.000\">\n"
        "      <system-out>policy</system-out>\n    </testcase>\n"
        "    <testcase classname=\"m\" name=\"isolation\" time=\"0.750\">\n"
        "      <failure type=\"refuses\" message=\"refuses\"/>\n    </testcase>\n"
        "    <testcase classname=\"m\" name=\"own-gil\" time=\"0.250\">\n"
        "      <failure type=\"crash\" message=\"signal 11\"/>\n    </testcase>\n"
        "    <testcase classname=\"m\" name=\"tests\" time=\"0.000\">\n"
        "      <skipped message=\"none\"/>\n    </testcase>\n"
        "    <testcase classname=\"m\" name=\"import\" time=\"0.500\"/>\n"
        "  </testsuite>\n</testsuites>\n");
}

static void
junit__without_findings_is_one_test_that_passed(void **state)
{
    (void)state;
    struct findings findings = {0};
    struct module_reports modules = {0};
    struct report report = {
        .command = "check", .findings = &findings, .modules = &modules};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_junit.print(&report, &out);
    assert_non_null(strstr(out.text, "tests=\"1\" failures=\"0\""));
    assert_non_null(strstr(out.text, "<testcase classname=\"insulate\" name=\"check\""));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(junit__says_which_tests_failed_in_text_that_xml_can_hold),
        cmocka_unit_test(junit__without_findings_is_one_test_that_passed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
