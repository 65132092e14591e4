#include "probe/reach.h"

#include "cmocka_all.h"

static struct reach
followed(void)
{
    return (struct reach){.n_calls = 1};
}

static void
reach_meet__only_what_one_writes_and_both_use(void **state)
{
    (void)state;
    struct reach reader = followed(), other_reader = followed(), writer = followed();
    reach_add_span(&reader, 1000, 8, false);
    reach_add_span(&other_reader, 1000, 8, false);
    reach_add_span(&writer, 1007, 1, true);
    assert_false(reach_meet(&reader, &other_reader));
    assert_true(reach_meet(&reader, &writer));
    assert_true(reach_meet(&writer, &reader));
    assert_true(reach_meet(&writer, &writer));
}

static void
reach_meet__memory_side_by_side_is_not_the_same(void **state)
{
    (void)state;
    struct reach low = followed(), high = followed();
    reach_add_span(&low, 1000, 8, true);
    reach_add_span(&high, 1008, 8, true);
    assert_false(reach_meet(&low, &high));
    reach_add_span(&low, 1008, 0, true);
    assert_true(reach_meet(&low, &high));
}

static void
reach_meet__elsewhere_is_one_place(void **state)
{
    (void)state;
    struct reach reader = followed(), writer = followed(), none = followed();
    reach_add_elsewhere(&reader, false);
    reach_add_elsewhere(&writer, true);
    assert_false(reach_meet(&reader, &reader));
    assert_true(reach_meet(&reader, &writer));
    assert_true(reach_meet(&writer, &writer));
    assert_false(reach_meet(&none, &writer));
}

static void
reach_meet__what_was_not_followed_meets_all_but_nothing(void **state)
{
    (void)state;
    struct reach unknown = followed(), reader = followed(), none = followed(), never = {0};
    unknown.is_unlimited = true;
    reach_add_span(&reader, 1000, 8, false);
    assert_true(reach_meet(&unknown, &reader));
    assert_true(reach_meet(&reader, &unknown));
    assert_true(reach_meet(&unknown, &unknown));
    assert_false(reach_meet(&unknown, &none));
    assert_true(reach_meet(&never, &none));
}

static void
reach_add_span__too_many_reach_all(void **state)
{
    (void)state;
    struct reach reach = followed();
    for (uintptr_t i = 0; i < 100; i++) {
        reach_add_span(&reach, 1000 + i * 8, 8, true);
    }
    assert_int_equal(reach.n_spans, 1);
    assert_false(reach.is_unlimited);
    for (uintptr_t i = 0; i <= REACH_SPANS; i++) {
        reach_add_span(&reach, 5000 + i * 16, 8, true);
    }
    assert_true(reach.is_unlimited);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reach_meet__only_what_one_writes_and_both_use),
        cmocka_unit_test(reach_meet__memory_side_by_side_is_not_the_same),
        cmocka_unit_test(reach_meet__elsewhere_is_one_place),
        cmocka_unit_test(reach_meet__what_was_not_followed_meets_all_but_nothing),
        cmocka_unit_test(reach_add_span__too_many_reach_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
