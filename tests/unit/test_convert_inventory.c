/* Comparing what types and tables have before and after, in two configurations. */
#include "cmocka_all.h"

#include <stdlib.h>

#include "convert/inventory.h"

#define REPR "Py_tp_repr of the type spam.Egg"
#define ITER "Py_tp_iter of the type spam.Egg"

struct fixture {
    struct arena *arena;
    struct inventory_pair first, other;
};

static void
add(struct inventory *inventory, const char *key, const char *value)
{
    inventory_add(inventory, key, value, "spam.c");
}

static int
begin(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    fixture->arena = arena_new();
    struct inventory *all[] = {&fixture->first.before, &fixture->first.after,
                               &fixture->other.before, &fixture->other.after};
    for (size_t i = 0; i < 4; i++) {
        inventory_init(all[i], fixture->arena);
        add(all[i], REPR, "egg_repr");
    }
    *state = fixture;
    return 0;
}

static int
end(void **state)
{
    struct fixture *fixture = *state;
    arena_free(fixture->arena);
    free(fixture);
    return 0;
}

static void
test_equal(void **state)
{
    struct fixture *fixture = *state;
    struct inventory_difference difference;
    add(&fixture->other.before, ITER, "egg_iter");
    add(&fixture->other.after, ITER, "egg_iter");
    assert_false(inventory_differs(&fixture->first, &fixture->other, &difference));
}

/* The slot stood in a branch, and the result lost it. */
static void
test_lost(void **state)
{
    struct fixture *fixture = *state;
    struct inventory_difference difference;
    add(&fixture->other.before, ITER, "egg_iter");
    assert_true(inventory_differs(&fixture->first, &fixture->other, &difference));
    assert_string_equal(difference.key, ITER);
    assert_string_equal(difference.before, "egg_iter");
    assert_null(difference.after);
    assert_string_equal(difference.path, "spam.c");
}

/* The slot has its branch no more: it is there in the other configuration, too. */
static void
test_without_condition(void **state)
{
    struct fixture *fixture = *state;
    struct inventory_difference difference;
    add(&fixture->first.before, ITER, "egg_iter");
    add(&fixture->first.after, ITER, "egg_iter");
    add(&fixture->other.after, ITER, "egg_iter");
    assert_true(inventory_differs(&fixture->first, &fixture->other, &difference));
    assert_null(difference.before);
    assert_string_equal(difference.after, "egg_iter");
}

/* Each branch has a function of its own. */
static void
test_other_function(void **state)
{
    struct fixture *fixture = *state;
    struct inventory_difference difference;
    add(&fixture->first.before, ITER, "egg_iter");
    add(&fixture->first.after, ITER, "egg_iter");
    add(&fixture->other.before, ITER, "egg_other_iter");
    add(&fixture->other.after, ITER, "egg_iter");
    assert_true(inventory_differs(&fixture->first, &fixture->other, &difference));
    assert_string_equal(difference.before, "egg_other_iter");
}

/* What conversion adds or leaves out everywhere may have branches of its own. */
static void
test_generated(void **state)
{
    struct fixture *fixture = *state;
    struct inventory_difference difference;
    add(&fixture->first.after, ITER, "egg_iter");
    assert_false(inventory_differs(&fixture->first, &fixture->other, &difference));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_equal, begin, end),
        cmocka_unit_test_setup_teardown(test_lost, begin, end),
        cmocka_unit_test_setup_teardown(test_without_condition, begin, end),
        cmocka_unit_test_setup_teardown(test_other_function, begin, end),
        cmocka_unit_test_setup_teardown(test_generated, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
