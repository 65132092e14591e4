#include "cmocka_all.h"

#include <string.h>

#include "report/report.h"

static const char hostile[] = "<script>alert(1)</script>\" onload='x' &amp; \n]]>";

static void
html__of_foreign_text_is_only_text(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    struct module_reports modules;
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    struct finding *finding = findings_add(&findings, "type-static", hostile);
    finding->path = hostile;
    finding->line = 1;
    finding->column = 1;
    finding->quote = hostile;
    finding->readable = hostile;
    finding_add_evidence(&findings, finding, hostile);
    struct scenario_result scenario = {
        .name = hostile, .outcome = OUTCOME_FAIL, .reason = hostile};
    struct unused unused = {hostile, hostile, hostile};
    *module_reports_add(&modules) = (struct module_report){
        .module = hostile,
        .python = hostile,
        .reason = hostile,
        .coverage = {.is_known = true, .unused = &unused, .n_unused = 1},
        .scenarios = &scenario,
        .n_scenarios = 1};
    struct plan_names names = {NULL, 0, 0};
    plan_names_add(arena, &names, hostile);
    struct plan_place place = {.path = hostile, .line = 1};
    struct planned_variable variable = {.name = hostile,
                                        .field = hostile,
                                        .place = place,
                                        .words = hostile,
                                        .writers = names,
                                        .readers = names};
    struct planned_function function = {
        .name = hostile, .place = place, .words = hostile, .uses = names};
    struct planned_type type = {
        .name = hostile, .place = place, .flags = hostile, .added_flags = hostile};
    struct retained_variable retained = {
        .name = hostile, .place = place, .words = hostile, .why = hostile};
    struct plan_finding left = {
        .rule = "type-static", .place = place, .message = hostile, .evidence = names.items,
        .n_evidence = 1};
    struct module_plan module = {.name = hostile,
                                 .interpreters = hostile,
                                 .not_isolated = hostile,
                                 .variables = &variable,
                                 .n_variables = 1,
                                 .functions = &function,
                                 .n_functions = 1,
                                 .types = &type,
                                 .n_types = 1,
                                 .retained = &retained,
                                 .n_retained = 1,
                                 .findings = &left,
                                 .n_findings = 1};
    struct conversion_plan plan = {.modules = &module, .n_modules = 1, .unverified = names};
    struct report report = {.command = "convert",
                            .findings = &findings,
                            .modules = &modules,
                            .plan = &plan,
                            .diff = hostile};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_html.print(&report, &out);
    assert_null(strstr(out.text, "<script"));
    assert_null(strstr(out.text, "onload='"));
    assert_null(strstr(out.text, "\" onload"));
    assert_null(strstr(out.text, "&amp;"));
    assert_non_null(strstr(out.text, "&#60;script&#62;"));
    assert_non_null(strstr(out.text, "href=\"#rule-type-static\""));
    assert_non_null(strstr(out.text, "<details id=\"rule-type-static\">"));
}

static void
html__of_a_package_is_as_good_as_its_worst_module(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    struct module_reports modules;
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    *module_reports_add(&modules) = (struct module_report){.module = "egg.good",
                                                           .init = INIT_MULTI,
                                                           .declares = SUPPORT_OWN_GIL,
                                                           .supports = SUPPORT_OWN_GIL,
                                                           .gil = "not-used"};
    *module_reports_add(&modules) = (struct module_report){.module = "spam",
                                                           .init = INIT_SINGLE,
                                                           .declares = SUPPORT_SINGLE_PHASE};
    *module_reports_add(&modules) = (struct module_report){.module = "egg.claims",
                                                           .init = INIT_MULTI,
                                                           .declares = SUPPORT_OWN_GIL,
                                                           .supports = SUPPORT_SHARED_GIL};
    struct report report = {.command = "scan", .findings = &findings, .modules = &modules};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_html.print(&report, &out);
    const char *egg = strstr(out.text, "<tr><th scope=\"row\">egg</th><td>"
                                       "<span class=\"mark fair\">with a shared GIL</span></td>"
                                       "<td colspan=\"2\">2 modules</td><td>0 of 2</td>"
                                       "<td>1 of 2</td>");
    assert_non_null(egg);
    const char *claims = strstr(egg, "<code>egg.claims</code>");
    const char *spam = strstr(egg, "<tr><th scope=\"row\">spam</th><td>"
                                   "<span class=\"mark bad\">no</span>");
    assert_non_null(claims);
    assert_non_null(spam);
    assert_true(claims < spam);
}

static void
html__without_findings_says_so(void **state)
{
    (void)state;
    struct findings findings = {0};
    struct module_reports modules = {0};
    struct report report = {.command = "check", .findings = &findings, .modules = &modules};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_html.print(&report, &out);
    assert_non_null(strstr(out.text, "<h2>Findings</h2>\n<p>None.</p>\n"));
    assert_null(strstr(out.text, "<table"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(html__of_foreign_text_is_only_text),
        cmocka_unit_test(html__of_a_package_is_as_good_as_its_worst_module),
        cmocka_unit_test(html__without_findings_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
