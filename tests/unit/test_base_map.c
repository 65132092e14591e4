#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "base/map.h"

static void
map__finds_each_of_many_keys_and_no_other(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    enum { MANY = 5000 };
    static int values[MANY];
    struct map map;
    map_init(&map, arena);
    assert_null(map_find_string(&map, "nothing is there"));
    for (int i = 0; i < MANY; i++) {
        char key[16];
        snprintf(key, sizeof key, "key %d", i);
        map_set_string(&map, key, &values[i]);
    }
    for (int i = 0; i < MANY; i++) {
        char key[16];
        snprintf(key, sizeof key, "key %d", i);
        assert_ptr_equal(map_find_string(&map, key), &values[i]);
    }
    assert_null(map_find_string(&map, "key 5000"));
    assert_int_equal(map.n_entries, MANY);
}

static void
map_set__replaces_what_was_there(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct map map;
    int first, second;
    map_init(&map, arena);
    map_set_string(&map, "key", &first);
    map_set_string(&map, "key", &second);
    assert_ptr_equal(map_find_string(&map, "key"), &second);
    assert_int_equal(map.n_entries, 1);
}

static void
map__tells_keys_apart_by_size_and_bytes(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct map map;
    int a, b, empty;
    map_init(&map, arena);
    map_set(&map, "x\0y", 3, &a);
    map_set(&map, "x\0z", 3, &b);
    map_set(&map, "", 0, &empty);
    assert_ptr_equal(map_find(&map, "x\0y", 3), &a);
    assert_ptr_equal(map_find(&map, "x\0z", 3), &b);
    assert_ptr_equal(map_find(&map, "", 0), &empty);
    assert_null(map_find(&map, "x", 1));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map__finds_each_of_many_keys_and_no_other),
        cmocka_unit_test(map_set__replaces_what_was_there),
        cmocka_unit_test(map__tells_keys_apart_by_size_and_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
