#include "cmocka_all.h"

#include <string.h>

#include "base/macros.h"
#include "model/rule.h"

/* The column that rules.inc has besides those of struct rule. */
static const char *const phases[] = {
#define RULE(name, phase, level, origin, guide, summary) #phase,
#include "model/rules.inc"
#undef RULE
};

static void
rules__are_sorted_and_found_by_name(void **state)
{
    (void)state;
    assert_int_equal(n_rules, ARRAY_LENGTH(phases));
    for (size_t i = 0; i < n_rules; i++) {
        assert_true(i == 0 || strcmp(rules[i - 1].name, rules[i].name) < 0);
        assert_ptr_equal(rule_find(rules[i].name), &rules[i]);
    }
    assert_null(rule_find("no-such-rule"));
}

/* A finding of `check` has an author; what other commands find, or do not convert, none. */
static void
rules__state_an_origin_if_check_reports_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_rules; i++) {
        bool is_elsewhere = strcmp(phases[i], "ELSEWHERE") == 0;
        if ((rules[i].origin == ORIGIN_NONE) != is_elsewhere) {
            fail_msg("%s runs in the phase %s and has%s an origin", rules[i].name,
                     phases[i], is_elsewhere ? "" : " not");
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules__are_sorted_and_found_by_name),
        cmocka_unit_test(rules__state_an_origin_if_check_reports_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
