#include "extension/arithmetic.h"

#include <limits.h>
#include <string.h>

#include "cmocka_all.h"

static struct value
number(const char *text)
{
    return value_of_text(text, strlen(text));
}

static void
check_known(struct value value, long long expected, bool is_unsigned)
{
    assert_true(value.is_known);
    assert_int_equal(value.number, expected);
    assert_int_equal(value.is_unsigned, is_unsigned);
}

static void
test_constants(void **state)
{
    (void)state;
    check_known(number("0"), 0, false);
    check_known(number("017"), 15, false);
    check_known(number("0x7fffffffffffffff"), LLONG_MAX, false);
    check_known(number("0x8000000000000000"), LLONG_MIN, true);
    check_known(number("18446744073709551615"), -1, true);
    check_known(number("0b101"), 5, false);
    check_known(number("1'000"), 1000, false);
    check_known(number("1uLL"), 1, true);
    check_known(number("'a'"), 'a', false);
    check_known(number("'\\n'"), '\n', false);
    static const char *const wrong[] = {"18446744073709551616", "08", "1.0", "1e3", "0x",
                                        "''", "'ab'", "1x", "1uuuu", ""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(number(wrong[i]).is_known);
    }
}

static void
check(const char *a, const char *op, const char *b, long long expected, bool is_unsigned)
{
    check_known(value_joined(number(a), op, number(b)), expected, is_unsigned);
}

static void
test_what_wraps(void **state)
{
    (void)state;
    const char *const most = "9223372036854775807";
    check(most, "+", "1", LLONG_MIN, false);
    check(most, "*", "2", -2, false);
    check("0", "-", "1", -1, false);
    check("0u", "-", "1", -1, true);
    struct value least = value_of(LLONG_MIN);
    check_known(value_joined(least, "/", value_of(-1)), LLONG_MIN, false);
    check_known(value_joined(least, "%", value_of(-1)), 0, false);
    check_known(value_changed('-', least), LLONG_MIN, false);
    check_known(value_changed('~', number("0u")), -1, true);
    check_known(value_changed('!', number("5u")), 0, false);
}

static void
test_unsigned_is_catching(void **state)
{
    (void)state;
    struct value minus = value_of(-1);
    check_known(value_joined(minus, "<", number("0u")), 0, false);
    check_known(value_joined(minus, "<", number("0")), 1, false);
    check_known(value_joined(minus, "==", number("0xffffffffffffffff")), 1, false);
    check_known(value_joined(minus, "/", number("2u")), LLONG_MAX, true);
    check_known(value_joined(minus, ">>", number("1u")), -1, false);
    check_known(value_joined(number("0xffffffffffffffff"), ">>", number("60")), 15, true);
    check_known(value_chosen(value_of(1), minus, number("0u")), -1, true);
}

static void
test_errors_and_what_is_undefined_are_unknown(void **state)
{
    (void)state;
    static const char *const operations[][3] = {
        {"1", "/", "0"}, {"1", "%", "0u"}, {"1", "<<", "64"}, {"1", ">>", "64"}};
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        assert_false(value_joined(number(operations[i][0]), operations[i][1],
                                  number(operations[i][2]))
                         .is_known);
    }
    assert_false(value_joined(value_of(1), "<<", value_of(-1)).is_known);
    /* One side may be enough. */
    struct value error = value_joined(value_of(1), "/", value_of(0));
    check_known(value_joined(value_of(0), "&&", error), 0, false);
    check_known(value_joined(value_of(2), "||", error), 1, false);
    assert_false(value_joined(value_of(1), "&&", error).is_known);
    assert_false(value_joined(value_of(1), "&", error).is_known);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_what_wraps),
        cmocka_unit_test(test_unsigned_is_catching),
        cmocka_unit_test(test_errors_and_what_is_undefined_are_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
