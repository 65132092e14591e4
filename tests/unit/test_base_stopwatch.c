#include "cmocka_all.h"

#include "base/stopwatch.h"

/* Let TENTHS of a second pass in steps of one, each with USED seconds of processor. */
static double
run(struct stopwatch *watch, int tenths, double used, bool wants)
{
    for (int i = 0; i < tenths; i++) {
        stopwatch_advance(watch, &(struct stopwatch_look){
                                     .now = watch->looked + 0.1,
                                     .processor = watch->processor + used,
                                     .wants = wants,
                                 });
    }
    return watch->seconds;
}

static void
stopwatch_advance__goes_on_while_a_loop_has_the_processor(void **state)
{
    (void)state;
    struct stopwatch watch = {0};
    assert_float_equal(run(&watch, 50, 0.1, true), 5, 0.001);
}

static void
stopwatch_advance__goes_on_while_all_are_blocked(void **state)
{
    (void)state;
    struct stopwatch watch = {0};
    assert_float_equal(run(&watch, 50, 0, false), 5, 0.001);
}

static void
stopwatch_advance__goes_on_for_a_loop_that_sleeps_in_between(void **state)
{
    (void)state;
    struct stopwatch watch = {0};
    assert_float_equal(run(&watch, 50, 0.01, false), 5, 0.001);
}

static void
stopwatch_advance__waits_for_a_child_without_its_share(void **state)
{
    (void)state;
    struct stopwatch watch = {0};
    assert_float_equal(run(&watch, 50, 0.005, true), 0.25, 0.001);
    assert_float_equal(run(&watch, 10, 0, true), 0.25, 0.001);
}

static void
stopwatch_advance__is_not_faster_than_the_wall_with_many_threads(void **state)
{
    (void)state;
    struct stopwatch watch = {0};
    assert_float_equal(run(&watch, 50, 0.4, true), 5, 0.001);
}

static void
stopwatch_advance__does_not_go_back_when_a_process_is_gone(void **state)
{
    (void)state;
    struct stopwatch watch = {.processor = 3};
    assert_float_equal(run(&watch, 1, -2, true), 0, 0.001);
    assert_float_equal(run(&watch, 10, 0.1, true), 1, 0.001);
}

static void
stopwatch_advance__does_not_count_what_nobody_watched(void **state)
{
    (void)state;
    struct stopwatch watch = {0};
    stopwatch_advance(&watch, &(struct stopwatch_look){.now = 10});
    assert_float_equal(watch.seconds, 0.3, 0.001);
    stopwatch_advance(&watch, &(struct stopwatch_look){.now = 20, .processor = 2});
    assert_float_equal(watch.seconds, 2.3, 0.001);
    assert_float_equal(run(&watch, 10, 0, false), 3.3, 0.001);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stopwatch_advance__goes_on_while_a_loop_has_the_processor),
        cmocka_unit_test(stopwatch_advance__goes_on_while_all_are_blocked),
        cmocka_unit_test(stopwatch_advance__goes_on_for_a_loop_that_sleeps_in_between),
        cmocka_unit_test(stopwatch_advance__waits_for_a_child_without_its_share),
        cmocka_unit_test(
            stopwatch_advance__is_not_faster_than_the_wall_with_many_threads),
        cmocka_unit_test(stopwatch_advance__does_not_go_back_when_a_process_is_gone),
        cmocka_unit_test(stopwatch_advance__does_not_count_what_nobody_watched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
