#include "cmocka_all.h"

#include <string.h>

#include "base/spelling.h"

static const char *
nearest(const char *word)
{
    static const char *const words[] = {"check", "convert", "compare", "prove", "record"};
    struct spelling spelling = spelling_of(word);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        spelling_offer(&spelling, words[i]);
    }
    return spelling.nearest ? spelling.nearest : "";
}

static void
spelling__sees_each_kind_of_slip(void **state)
{
    (void)state;
    assert_string_equal(nearest("chek"), "check");
    assert_string_equal(nearest("checkk"), "check");
    assert_string_equal(nearest("cheek"), "check");
    assert_string_equal(nearest("hceck"), "check");
    assert_string_equal(nearest("convret"), "convert");
    assert_string_equal(nearest("compar"), "compare");
}

static void
spelling__the_nearest_counts_and_of_equals_the_first(void **state)
{
    (void)state;
    struct spelling spelling = spelling_of("abcdef");
    spelling_offer(&spelling, "abcdxy");
    spelling_offer(&spelling, "abcdex");
    spelling_offer(&spelling, "abcdey");
    assert_string_equal(spelling.nearest, "abcdex");
    assert_int_equal(spelling.distance, 1);
}

static void
spelling__other_words_are_not_near(void **state)
{
    (void)state;
    assert_string_equal(nearest("frobnicate"), "");
    assert_string_equal(nearest("x"), "");
    assert_string_equal(nearest(""), "");
    char longest[400] = {0};
    memset(longest, 'a', sizeof longest - 1);
    assert_string_equal(nearest(longest), "");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spelling__sees_each_kind_of_slip),
        cmocka_unit_test(spelling__the_nearest_counts_and_of_equals_the_first),
        cmocka_unit_test(spelling__other_words_are_not_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
