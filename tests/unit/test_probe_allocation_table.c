#include "probe/allocation_table.h"

#include <stdlib.h>
#include <sys/resource.h>

#include "cmocka_all.h"

enum { MANY = 600000, SEVEN_OF = 7 };

static uintptr_t
address_of(size_t i)
{
    return (uintptr_t)0x7f0000000000 + i * 48;
}

static void
note(struct allocation_table *allocation_table, size_t i)
{
    struct allocation_table_entry entry = {
        .address = address_of(i), .place = i, .epoch = 1};
    allocation_table_note(allocation_table, &entry);
}

static size_t
count(const struct allocation_table *allocation_table)
{
    size_t n = 0;
    for (const struct allocation_table_entry *entry = NULL;
         (entry = allocation_table_next(allocation_table, entry)) != NULL;)
    {
        n++;
    }
    return n;
}

static void
allocation_table_note__very_many_entries_are_all_kept(void **state)
{
    struct allocation_table allocation_table;
    struct allocation_table_entry found;
    (void)state;
    assert_true(allocation_table_init(&allocation_table));
    for (size_t i = 0; i < MANY; i++) {
        note(&allocation_table, i);
    }
    assert_int_equal(count(&allocation_table), MANY);
    assert_int_equal(allocation_table.n_lost, 0);
    for (size_t i = 0; i < MANY; i++) {
        assert_true(allocation_table_find(&allocation_table, address_of(i), &found));
        assert_int_equal(found.place, i);
    }
    assert_false(allocation_table_find(&allocation_table, address_of(MANY), &found));
    allocation_table_done(&allocation_table);
}

static void
allocation_table_forget__leaves_the_others(void **state)
{
    struct allocation_table allocation_table;
    struct allocation_table_entry found;
    (void)state;
    assert_true(allocation_table_init(&allocation_table));
    for (size_t i = 0; i < MANY; i++) {
        note(&allocation_table, i);
        if (i % SEVEN_OF != 0) {
            allocation_table_forget(&allocation_table, address_of(i));
        }
    }
    assert_int_equal(count(&allocation_table), (MANY + SEVEN_OF - 1) / SEVEN_OF);
    for (size_t i = 0; i < MANY; i++) {
        assert_int_equal(
            allocation_table_find(&allocation_table, address_of(i), &found),
            i % SEVEN_OF == 0);
    }
    allocation_table_done(&allocation_table);
}

static void
allocation_table_note__object_tracker_and_deaths_without_end_need_no_more_room(
    void **state)
{
    struct allocation_table allocation_table;
    (void)state;
    assert_true(allocation_table_init(&allocation_table));
    size_t capacity = allocation_table.capacity;
    for (size_t i = 0; i < MANY; i++) {
        note(&allocation_table, i);
        if (i >= 100) {
            allocation_table_forget(&allocation_table, address_of(i - 100));
        }
    }
    assert_int_equal(count(&allocation_table), 100);
    assert_int_equal(allocation_table.capacity, capacity);
    allocation_table_done(&allocation_table);
}

static void
allocation_table_note__the_same_address_again_replaces(void **state)
{
    struct allocation_table allocation_table;
    struct allocation_table_entry found;
    struct allocation_table_entry entry = {.address = address_of(1), .place = 5};
    (void)state;
    assert_true(allocation_table_init(&allocation_table));
    note(&allocation_table, 1);
    allocation_table_note(&allocation_table, &entry);
    assert_int_equal(count(&allocation_table), 1);
    assert_true(allocation_table_find(&allocation_table, address_of(1), &found));
    assert_int_equal(found.place, 5);
    allocation_table_done(&allocation_table);
}

/* Without memory for a larger table what is lost is counted, the rest is kept. */
static void
allocation_table_note__without_memory_counts_what_is_lost(void **state)
{
    struct allocation_table allocation_table;
    struct rlimit before;
    struct rlimit none = {0, RLIM_INFINITY};
    struct allocation_table_entry found;
    (void)state;
    assert_true(allocation_table_init(&allocation_table));
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    none.rlim_max = before.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
    for (size_t i = 0; i < MANY; i++) {
        note(&allocation_table, i);
    }
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_true(allocation_table.n_lost > 0);
    assert_int_equal(count(&allocation_table) + allocation_table.n_lost, MANY);
    assert_true(allocation_table_find(&allocation_table, address_of(0), &found));
    allocation_table_forget(&allocation_table, address_of(0));
    note(&allocation_table, MANY); /* goes on when there is memory again */
    assert_true(allocation_table_find(&allocation_table, address_of(MANY), &found));
    allocation_table_done(&allocation_table);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocation_table_note__very_many_entries_are_all_kept),
        cmocka_unit_test(allocation_table_forget__leaves_the_others),
        cmocka_unit_test(
            allocation_table_note__object_tracker_and_deaths_without_end_need_no_more_room),
        cmocka_unit_test(allocation_table_note__the_same_address_again_replaces),
        cmocka_unit_test(allocation_table_note__without_memory_counts_what_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
