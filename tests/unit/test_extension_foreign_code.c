#include "extension/foreign_code.h"

#include "cmocka_all.h"

static enum thread_safety
safety(const char *name, const char *header)
{
    struct function function = {.name = name, .header = header};
    return function_thread_safety(&function);
}

static void
test_safety(void **state)
{
    (void)state;
    assert_int_equal(safety("strlen", "/usr/include/string.h"), THREADS_SAFE);
    assert_int_equal(safety("strtok", "/usr/include/string.h"), THREADS_UNSAFE);
    assert_int_equal(safety("stat", "/usr/include/x86_64-linux-gnu/sys/stat.h"),
                     THREADS_SAFE);
    assert_int_equal(safety("getopt", "/usr/include/aarch64-linux-gnu/bits/getopt_core.h"),
                     THREADS_UNSAFE);
    assert_int_equal(safety("PyList_New", "/opt/py/include/python3.14/listobject.h"),
                     THREADS_SAFE);
    assert_int_equal(safety("__builtin_memcpy", NULL), THREADS_SAFE);
    assert_int_equal(safety("EVP_sha256", "/usr/include/openssl/evp.h"), THREADS_SAFE);
    assert_int_equal(safety("f", "/usr/include/c++/14/cstdlib"), THREADS_SAFE);
    /* Headers of a library that are named like the C library's, or a function that is. */
    assert_int_equal(safety("f", "/usr/include/spam/string.h"), THREADS_UNKNOWN);
    assert_int_equal(safety("strtok", "/usr/include/spam.h"), THREADS_UNKNOWN);
    assert_int_equal(safety("f", "/usr/include/gnutls/gnutls.h"), THREADS_UNKNOWN);
    assert_int_equal(safety("f", "/usr/include/opensslx/evp.h"), THREADS_UNKNOWN);
}

static void
test_names(void **state)
{
    (void)state;
    struct function function = {.name = "xmlFree",
                                .header = "/usr/include/libxml2/libxml/globals.h"};
    assert_true(function_is_of_library(&function, "xml2"));
    assert_true(function_is_of_library(&function, "libxml2"));
    assert_true(function_is_of_library(&function, "libxml"));
    assert_true(function_is_of_library(&function, "globals"));
    assert_false(function_is_of_library(&function, "include"));
    assert_false(function_is_of_library(&function, "xm"));
    struct arena *arena = arena_new();
    assert_string_equal(function_library(arena, &function), "libxml2");
    function.header = "/usr/include/lber.h";
    assert_string_equal(function_library(arena, &function), "lber");
    function.header = "/src/vendor/lmdb.h";
    assert_string_equal(function_library(arena, &function), "lmdb");
    arena_free(arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_safety),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
