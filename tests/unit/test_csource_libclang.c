#include "cmocka_all.h"

#include <string.h>

#include "csource/libclang.h"

static void
libclang_untested__says_nothing_of_what_is_tested(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    for (int version = 14; version <= 22; version++) {
        assert_null(libclang_untested(arena, version));
    }
}

static void
libclang_untested__names_the_version_and_what_is_tested(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const char *older = libclang_untested(arena, 13);
    assert_string_equal(older, "libclang 13 is used, but insulate is tested with "
                               "libclang 14 to 22; set --libclang or INSULATE_LIBCLANG "
                               "to one of these");
    assert_non_null(strstr(libclang_untested(arena, 23), "libclang 23 is used"));
    assert_non_null(strstr(libclang_untested(arena, 0), "does not tell its version"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(libclang_untested__says_nothing_of_what_is_tested),
        cmocka_unit_test(libclang_untested__names_the_version_and_what_is_tested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
