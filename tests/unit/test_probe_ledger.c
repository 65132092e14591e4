#include "probe/ledger.h"

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
note(struct ledger *ledger, size_t i)
{
    struct ledger_entry entry = {.address = address_of(i), .place = i, .epoch = 1};
    ledger_note(ledger, &entry);
}

static size_t
count(const struct ledger *ledger)
{
    size_t n = 0;
    for (const struct ledger_entry *entry = NULL;
         (entry = ledger_next(ledger, entry)) != NULL;)
    {
        n++;
    }
    return n;
}

static void
ledger_note__very_many_entries_are_all_kept(void **state)
{
    struct ledger ledger;
    struct ledger_entry found;
    (void)state;
    assert_true(ledger_init(&ledger));
    for (size_t i = 0; i < MANY; i++) {
        note(&ledger, i);
    }
    assert_int_equal(count(&ledger), MANY);
    assert_int_equal(ledger.n_lost, 0);
    for (size_t i = 0; i < MANY; i++) {
        assert_true(ledger_find(&ledger, address_of(i), &found));
        assert_int_equal(found.place, i);
    }
    assert_false(ledger_find(&ledger, address_of(MANY), &found));
    ledger_done(&ledger);
}

static void
ledger_forget__leaves_the_others(void **state)
{
    struct ledger ledger;
    struct ledger_entry found;
    (void)state;
    assert_true(ledger_init(&ledger));
    for (size_t i = 0; i < MANY; i++) {
        note(&ledger, i);
        if (i % SEVEN_OF != 0) {
            ledger_forget(&ledger, address_of(i));
        }
    }
    assert_int_equal(count(&ledger), (MANY + SEVEN_OF - 1) / SEVEN_OF);
    for (size_t i = 0; i < MANY; i++) {
        assert_int_equal(ledger_find(&ledger, address_of(i), &found),
                         i % SEVEN_OF == 0);
    }
    ledger_done(&ledger);
}

static void
ledger_note__births_and_deaths_without_end_need_no_more_room(void **state)
{
    struct ledger ledger;
    (void)state;
    assert_true(ledger_init(&ledger));
    size_t capacity = ledger.capacity;
    for (size_t i = 0; i < MANY; i++) {
        note(&ledger, i);
        if (i >= 100) {
            ledger_forget(&ledger, address_of(i - 100));
        }
    }
    assert_int_equal(count(&ledger), 100);
    assert_int_equal(ledger.capacity, capacity);
    ledger_done(&ledger);
}

static void
ledger_note__the_same_address_again_replaces(void **state)
{
    struct ledger ledger;
    struct ledger_entry found;
    struct ledger_entry entry = {.address = address_of(1), .place = 5};
    (void)state;
    assert_true(ledger_init(&ledger));
    note(&ledger, 1);
    ledger_note(&ledger, &entry);
    assert_int_equal(count(&ledger), 1);
    assert_true(ledger_find(&ledger, address_of(1), &found));
    assert_int_equal(found.place, 5);
    ledger_done(&ledger);
}

/* Without memory for a larger table what is lost is counted, the rest is kept. */
static void
ledger_note__without_memory_counts_what_is_lost(void **state)
{
    struct ledger ledger;
    struct rlimit before;
    struct rlimit none = {0, RLIM_INFINITY};
    struct ledger_entry found;
    (void)state;
    assert_true(ledger_init(&ledger));
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    none.rlim_max = before.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
    for (size_t i = 0; i < MANY; i++) {
        note(&ledger, i);
    }
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_true(ledger.n_lost > 0);
    assert_int_equal(count(&ledger) + ledger.n_lost, MANY);
    assert_true(ledger_find(&ledger, address_of(0), &found));
    ledger_forget(&ledger, address_of(0));
    note(&ledger, MANY); /* goes on when there is memory again */
    assert_true(ledger_find(&ledger, address_of(MANY), &found));
    ledger_done(&ledger);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ledger_note__very_many_entries_are_all_kept),
        cmocka_unit_test(ledger_forget__leaves_the_others),
        cmocka_unit_test(ledger_note__births_and_deaths_without_end_need_no_more_room),
        cmocka_unit_test(ledger_note__the_same_address_again_replaces),
        cmocka_unit_test(ledger_note__without_memory_counts_what_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
