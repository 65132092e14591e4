#include "cmocka_all.h"

#include <string.h>

#include "base/arena.h"
#include "base/red_zone.h"

static void
arena_alloc__memory_is_zeroed_and_aligned(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    for (size_t size = 1; size < 300000; size = size * 3 + 1) {
        unsigned char *block = arena_alloc(arena, size, 1);
        assert_int_equal((uintptr_t)block % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++) {
            assert_int_equal(block[i], 0);
        }
        memset(block, 0xff, size);
    }
}

static void
arena_alloc__a_big_item_does_not_waste_the_current_block(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    char *first = arena_alloc(arena, 16, 1);
    arena_alloc(arena, 1 << 20, 1);
    char *second = arena_alloc(arena, 16, 1);
    assert_ptr_equal(second, first + 16 + RED_ZONE);
}

static void
arena_alloc__items_have_closed_ends_under_asan(void **state)
{
    (void)state;
#ifdef HAS_RED_ZONES
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    for (size_t size = 1; size < 300000; size = size * 3 + 1) {
        char *item = arena_alloc(arena, size, 1);
        arena_alloc(arena, 1, 1);
        assert_int_equal(__asan_address_is_poisoned(item + size - 1), 0);
        assert_int_equal(__asan_address_is_poisoned(item + size), 1);
    }
#else
    skip();
#endif
}

static void
arena_format__formats_and_copies(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    assert_string_equal(arena_format(arena, "%s-%d", "a", 7), "a-7");
    assert_string_equal(arena_copy(arena, "abcdef", 3), "abc");
    assert_string_equal(arena_string(arena, ""), "");
}

static void
arena_grow__keeps_the_items(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    int *items = NULL;
    size_t n = 0, capacity = 0;
    for (int i = 0; i < 1000; i++) {
        ARENA_GROW(arena, items, n, capacity);
        items[n++] = i;
    }
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(items[i], i);
    }
}

static void
arena_add__appends_to_constant_items(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const int *items = NULL;
    size_t n = 0, capacity = 0;
    for (int i = 0; i < 1000; i++) {
        ARENA_ADD(arena, items, n, capacity, &i);
    }
    assert_int_equal(n, 1000);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(items[i], i);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_alloc__memory_is_zeroed_and_aligned),
        cmocka_unit_test(arena_alloc__a_big_item_does_not_waste_the_current_block),
        cmocka_unit_test(arena_alloc__items_have_closed_ends_under_asan),
        cmocka_unit_test(arena_format__formats_and_copies),
        cmocka_unit_test(arena_grow__keeps_the_items),
        cmocka_unit_test(arena_add__appends_to_constant_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
