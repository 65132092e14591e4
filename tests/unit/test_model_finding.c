#include "cmocka_all.h"

#include <string.h>

#include "model/finding.h"
#include "model/finding_groups.h"
#include "model/rule.h"

static void
findings_add__takes_the_level_of_the_rule(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    findings_init(&findings, arena);
    findings_add(&findings, "type-static", "%s is static", "Spam_Type");
    findings_add(&findings, "lifetime-reference-leaked", "counter");
    assert_int_equal(findings.items[0].level, LEVEL_ERROR);
    assert_int_equal(findings.items[1].level, LEVEL_WARNING);
    assert_string_equal(findings.items[0].message, "Spam_Type is static");
    assert_int_equal(findings_count(&findings, LEVEL_ERROR), 1);
    assert_int_equal(findings_count(&findings, LEVEL_NOTE), 2);
}

static void
findings_sort__orders_by_place_and_drops_repetitions(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    findings_init(&findings, arena);
    static const struct {
        const char *path;
        unsigned line;
        const char *scenario;
    } places[] = {{"b.c", 1, NULL},
                  {"a.c", 9, NULL},
                  {"a.c", 2, NULL},
                  {"a.c", 9, NULL},
                  {NULL, 0, "cycles"}};
    for (size_t i = 0; i < ARRAY_LENGTH(places); i++) {
        struct finding *finding = findings_add(&findings, "type-static", "x");
        finding->path = places[i].path;
        finding->line = places[i].line;
        finding->scenario = places[i].scenario;
    }
    findings_sort(&findings);
    assert_int_equal(findings.n_items, 4);
    assert_null(findings.items[0].path);
    assert_int_equal(findings.items[1].line, 2);
    assert_int_equal(findings.items[2].line, 9);
    assert_string_equal(findings.items[3].path, "b.c");
}

static void
finding_add_evidence__keeps_the_lines_in_order(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    findings_init(&findings, arena);
    struct finding *finding = findings_add(&findings, "type-static", "x");
    finding_add_evidence(&findings, finding, "one");
    finding_add_evidence(&findings, finding, "%d", 2);
    assert_int_equal(finding->n_evidence, 2);
    assert_string_equal(finding->evidence[0], "one");
    assert_string_equal(finding->evidence[1], "2");
}

static void
finding_copy__outlives_what_it_was_copied_from(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct arena *other = arena_new();
    struct findings from, to;
    findings_init(&from, other);
    findings_init(&to, arena);
    struct finding *finding = findings_add(&from, "type-static", "bad %d", 1);
    finding->path = arena_string(other, "m.c");
    finding->line = 3;
    finding_add_evidence(&from, finding, "seen");
    finding_copy(&to, finding);
    arena_free(other);
    assert_int_equal(to.n_items, 1);
    assert_string_equal(to.items[0].message, "bad 1");
    assert_string_equal(to.items[0].path, "m.c");
    assert_int_equal(to.items[0].line, 3);
    assert_string_equal(to.items[0].evidence[0], "seen");
    assert_null(to.items[0].symbol);
}

static void
findings_group__makes_one_of_those_with_one_cause(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    findings_init(&findings, arena);
    static const struct {
        unsigned line;
        const char *message, *symbol, *cause;
        enum level level;
    } rows[] = {
        {9, "'b' is declared", "b", "the macro 'S'", LEVEL_ERROR},
        {5, "'a' is declared", "a", "the macro 'S'", LEVEL_ERROR},
        {7, "unsupported use", "x", NULL, LEVEL_ERROR},
        {6, "unsupported use", "x", NULL, LEVEL_ERROR},
        {8, "unsupported use", "y", NULL, LEVEL_ERROR},
        {1, "unchecked", "f", NULL, LEVEL_NOTE},
        {2, "unchecked", "f", NULL, LEVEL_NOTE},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
        struct finding *finding =
            findings_add(&findings, "state-not-converted", "%s", rows[i].message);
        finding->path = "a.c";
        finding->line = rows[i].line;
        finding->symbol = rows[i].symbol;
        finding->cause = rows[i].cause;
        finding->level = rows[i].level;
    }
    findings_group(&findings);
    assert_int_equal(findings.n_items, 5);
    assert_string_equal(findings.items[2].message,
                        "'a' is declared (1 more because of the macro 'S')");
    assert_string_equal(findings.items[2].evidence[0], "a.c:9: 'b' is declared");
    assert_string_equal(findings.items[3].message, "unsupported use (1 further place)");
    assert_string_equal(findings.items[3].evidence[0], "a.c:7");
    assert_int_equal(findings.items[4].n_evidence, 0);
}

static void
findings_group_modules__makes_one_of_what_two_modules_share(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    findings_init(&findings, arena);
    static const char *const modules[] = {"eggs", "spam"};
    for (unsigned i = 0; i < 4; i++) {
        struct finding *finding =
            findings_add(&findings, "state-not-converted", "unsupported use");
        finding->path = "a.c";
        finding->line = i / 2;
        finding->module = modules[i % 2];
    }
    findings_group_modules(&findings);
    assert_int_equal(findings.n_items, 2);
    assert_string_equal(findings.items[1].module, "eggs");
    assert_string_equal(findings.items[1].evidence[0], "also in the module 'spam'");
}

static void
rules__are_sorted_and_found(void **state)
{
    (void)state;
    for (size_t i = 1; i < n_rules; i++) {
        assert_true(strcmp(rules[i - 1].name, rules[i].name) < 0);
    }
    assert_non_null(rule_find("type-static"));
    assert_null(rule_find("type-stati"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(findings_add__takes_the_level_of_the_rule),
        cmocka_unit_test(findings_sort__orders_by_place_and_drops_repetitions),
        cmocka_unit_test(finding_add_evidence__keeps_the_lines_in_order),
        cmocka_unit_test(finding_copy__outlives_what_it_was_copied_from),
        cmocka_unit_test(findings_group__makes_one_of_those_with_one_cause),
        cmocka_unit_test(findings_group_modules__makes_one_of_what_two_modules_share),
        cmocka_unit_test(rules__are_sorted_and_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
