#include "cmocka_all.h"

#include <string.h>

#include "commands/selector.h"

static struct words
words_of(const char *const *items, size_t n)
{
    return (struct words){.items = (const char **)(uintptr_t)items, .n_items = n};
}

#define WORDS(...)                                                                     \
    words_of((const char *const[]){__VA_ARGS__},                                       \
             sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static bool
allows(struct words select, struct words ignore, const char *rule)
{
    return selectors_allow(&select, &ignore, rule);
}

static const struct words none;

static void
selectors__names_first_words_and_patterns(void **state)
{
    (void)state;
    assert_true(allows(none, none, "gc-type-not-visited"));
    assert_true(allows(WORDS("gc-type-not-visited"), none, "gc-type-not-visited"));
    assert_true(allows(WORDS("gc"), none, "gc-type-not-visited"));
    assert_true(allows(WORDS("gc-type"), none, "gc-type-not-visited"));
    assert_true(allows(WORDS("*-visited"), none, "gc-type-not-visited"));
    assert_false(allows(WORDS("gc-ty"), none, "gc-type-not-visited"));
    assert_false(allows(WORDS("state", "*-static"), none, "gc-type-not-visited"));
    assert_false(allows(none, WORDS("gc"), "gc-type-not-visited"));
    assert_true(allows(none, WORDS("gc"), "type-static"));
}

static void
selectors__the_most_exact_decides(void **state)
{
    (void)state;
    const char *rule = "gc-type-not-visited";
    assert_true(allows(WORDS("gc-type-not-visited"), WORDS("gc"), rule));
    assert_false(allows(WORDS("gc"), WORDS("gc-type-not-visited"), rule));
    assert_true(allows(WORDS("gc-type"), WORDS("gc"), rule));
    assert_false(allows(WORDS("gc"), WORDS("gc-type"), rule));
    assert_true(allows(WORDS("gc"), WORDS("*-type-not-visited"), rule));
    assert_true(allows(WORDS("gc-*"), WORDS("g*"), rule));
    assert_false(allows(WORDS("gc"), WORDS("gc"), rule));
    assert_false(allows(WORDS("gc-*"), WORDS("gc-*"), rule));
}

static void
selectors_check__names_the_rule_that_was_meant(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct error err = ERROR_INIT;
    struct words known = WORDS("gc", "type-static", "*-static-*");
    assert_int_equal(selectors_check(arena, &known, &err), 0);
    struct words wrong = WORDS("gc", "gc-type-not-visitd");
    assert_int_equal(selectors_check(arena, &wrong, &err), -1);
    assert_non_null(strstr(err.message, "unknown rule 'gc-type-not-visitd' (did you mean "
                                        "'gc-type-not-visited'?)"));
    struct words far = WORDS("zzz*");
    assert_int_equal(selectors_check(arena, &far, &err), -1);
    assert_null(strstr(err.message, "did you mean"));
    arena_free(arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(selectors__names_first_words_and_patterns),
        cmocka_unit_test(selectors__the_most_exact_decides),
        cmocka_unit_test(selectors_check__names_the_rule_that_was_meant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
