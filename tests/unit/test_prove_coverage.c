#include "cmocka_all.h"

#include <string.h>

#include "prove/coverage.h"

struct counted {
    bool is_known;
    unsigned types, instantiated, cannot_be_made, functions, called;
};

static const char *
lacking(struct arena *arena, struct counted counted)
{
    struct module_report *report = ARENA_NEW(arena, struct module_report);
    report->coverage = (struct coverage){
        .is_known = counted.is_known,
        .types = counted.types,
        .instantiated = counted.instantiated,
        .cannot_be_made = counted.cannot_be_made,
        .functions = counted.functions,
        .called = counted.called,
    };
    struct proof proof = {.arena = arena, .report = report};
    return coverage_lacking(&proof);
}

static void
what_was_not_counted_is_lacking(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const char *reason = lacking(arena, (struct counted){.is_known = false});
    assert_non_null(reason);
    assert_non_null(strstr(reason, "could not count"));
    assert_null(lacking(arena, (struct counted){.is_known = true}));
    arena_free(arena);
}

static void
types_that_can_be_made_decide(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct counted counted = {.is_known = true, .types = 4, .instantiated = 1};
    assert_non_null(strstr(lacking(arena, counted), "1 of 4 types"));
    counted.instantiated = 2;
    assert_null(lacking(arena, counted));
    counted.instantiated = 1;
    counted.cannot_be_made = 2;
    assert_null(lacking(arena, counted));
    arena_free(arena);
}

static void
functions_decide_too(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct counted counted = {.is_known = true, .functions = 8, .called = 1};
    assert_non_null(strstr(lacking(arena, counted), "1 of 8 types and functions"));
    counted.called = 2;
    assert_null(lacking(arena, counted));
    arena_free(arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_not_counted_is_lacking),
        cmocka_unit_test(types_that_can_be_made_decide),
        cmocka_unit_test(functions_decide_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
