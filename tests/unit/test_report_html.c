#include "cmocka_all.h"

#include <stdlib.h>
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
    finding->module = hostile;
    finding->scenario = hostile;
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
        .name = hostile, .place = place, .words = hostile, .uses = names, .calls = names};
    struct planned_type type = {
        .name = hostile, .place = place, .flags = hostile, .added_flags = hostile};
    struct retained_variable retained = {
        .name = hostile, .place = place, .words = hostile, .why = hostile};
    struct plan_finding left = {
        .rule = "type-static", .place = place, .message = hostile, .evidence = names.items,
        .n_evidence = 1};
    struct module_plan module = {.name = hostile,
                                 .claim = hostile,
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

/* The x of NAME in the graph. */
static unsigned
column_of(const char *page, const char *name)
{
    CLEANUP(strbuf_done) struct strbuf label = STRBUF_INIT;
    strbuf_format(&label, ">%s</text>", name);
    const char *at = strstr(page, label.text);
    assert_non_null(at);
    while (strncmp(at, "<text x=\"", 9) != 0) {
        at--;
    }
    return (unsigned)atoi(at + 9);
}

static void
html__of_a_plan_draws_callers_left_of_users(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct plan_names uses = {0}, calls_user = {0}, calls_caller = {0};
    plan_names_add(arena, &uses, "cache");
    plan_names_add(arena, &calls_user, "user");
    plan_names_add(arena, &calls_caller, "caller");
    struct planned_variable variable = {.name = "cache", .field = "cache", .kind = "object"};
    struct planned_function functions[] = {
        {.name = "far", .calls = calls_caller},
        {.name = "user", .uses = uses},
        {.name = "caller", .calls = calls_user},
        {.name = "maker"},
    };
    struct module_plan module = {.name = "spam",
                                 .variables = &variable,
                                 .n_variables = 1,
                                 .functions = functions,
                                 .n_functions = ARRAY_LENGTH(functions)};
    struct conversion_plan plan = {.modules = &module, .n_modules = 1};
    struct findings findings = {0};
    struct module_reports modules = {0};
    struct report report = {
        .command = "convert", .findings = &findings, .modules = &modules, .plan = &plan};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_html.print(&report, &out);
    const char *graph = strstr(out.text, "<svg");
    assert_non_null(graph);
    assert_true(column_of(graph, "far") < column_of(graph, "caller"));
    assert_true(column_of(graph, "caller") < column_of(graph, "user"));
    assert_true(column_of(graph, "user") < column_of(graph, "cache"));
    assert_int_equal(column_of(graph, "maker"), column_of(graph, "user"));
    size_t n_lines = 0;
    for (const char *at = graph; (at = strstr(at, "<polyline")) != NULL; at++) {
        n_lines++;
    }
    assert_int_equal(n_lines, 3);
}

static void
html__of_a_proof_shows_evidence_in_its_scenario(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    struct module_reports modules;
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    struct finding *finding = findings_add(&findings, "state-static-object", "it is shared");
    finding->module = "spam";
    finding->scenario = "sharing";
    finding_add_evidence(&findings, finding, "seen twice");
    struct scenario_result scenarios[] = {{.name = "import", .outcome = OUTCOME_PASS},
                                          {.name = "sharing", .outcome = OUTCOME_FAIL}};
    *module_reports_add(&modules) = (struct module_report){
        .module = "spam", .scenarios = scenarios, .n_scenarios = ARRAY_LENGTH(scenarios)};
    struct report report = {.command = "prove", .findings = &findings, .modules = &modules};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    reporter_html.print(&report, &out);
    const char *import = strstr(out.text, ">import</th>");
    const char *sharing = strstr(out.text, ">sharing</th>");
    const char *seen = strstr(out.text, "<li>seen twice</li>");
    assert_non_null(import);
    assert_non_null(sharing);
    assert_non_null(seen);
    assert_true(import < sharing && sharing < seen && seen < strstr(sharing, "</table>"));
    assert_non_null(strstr(out.text, "<a href=\"#finding-1\">state-static-object</a>"));
    assert_non_null(strstr(out.text, " id=\"finding-1\">"));
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
        cmocka_unit_test(html__of_a_plan_draws_callers_left_of_users),
        cmocka_unit_test(html__of_a_proof_shows_evidence_in_its_scenario),
        cmocka_unit_test(html__without_findings_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
