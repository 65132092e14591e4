/* Names for addresses and variables, with debug information and after strip.
 * argv: the fixture with debug information, the same stripped. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "../unit/cmocka_all.h"
#include "base/file.h"
#include "binary/image.h"

static const char *fixture;
static const char *stripped;

static struct image *
open_or_fail(struct arena *arena, const char *path)
{
    struct error err = ERROR_INIT;
    struct image *image = image_open(arena, path, &err);
    if (image == NULL) {
        print_error("%s\n", err.message);
    }
    assert_non_null(image);
    return image;
}

static const struct binary_variable *
find(struct image *image, const char *name)
{
    size_t n = 0;
    const struct binary_variable *variables = image_variables(image, &n);
    for (size_t i = 0; i < n; i++) {
        if (variables[i].name != NULL && strcmp(variables[i].name, name) == 0) {
            return &variables[i];
        }
    }
    return NULL;
}

static void
image_variables__debug_information__kinds_types_and_lines(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum binary_content content;
        enum binary_memory memory;
    } expected[] = {
        {"counter", CONTENT_DATA, MEMORY_DATA},
        {"fixture_cache", CONTENT_OBJECT, MEMORY_ZERO},
        {"holder", CONTENT_OBJECT, MEMORY_ZERO},
        {"list", CONTENT_DATA, MEMORY_ZERO},
        {"singleton", CONTENT_OBJECT, MEMORY_ZERO},
        {"methods", CONTENT_TABLE, MEMORY_RELRO},
        {"lock", CONTENT_LOCK, MEMORY_ZERO},
        {"per_thread", CONTENT_DATA, MEMORY_THREAD},
        {"table", CONTENT_DATA, MEMORY_RELRO},
    };
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    CLEANUP(image_cleanup) struct image *image = open_or_fail(arena, fixture);
    for (size_t i = 0; i < ARRAY_LENGTH(expected); i++) {
        const struct binary_variable *variable = find(image, expected[i].name);
        print_message("%s\n", expected[i].name);
        assert_non_null(variable);
        assert_int_equal(variable->content, expected[i].content);
        assert_int_equal(variable->memory, expected[i].memory);
        assert_int_equal(variable->evidence, EVIDENCE_DWARF);
        assert_string_equal(path_base(variable->path), "image_fixture.c");
        assert_true(variable->line > 0);
    }
    assert_string_equal(find(image, "fixture_cache")->type, "PyObject *[]");
    assert_int_equal(find(image, "fixture_cache")->size, 4 * sizeof(void *));
    assert_string_equal(find(image, "calls")->function, "fixture_touch");
    assert_true(find(image, "counter")->is_exported);
    assert_false(find(image, "holder")->is_exported);
}

static void
image_place__debug_information__symbol_and_line(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    CLEANUP(image_cleanup) struct image *image = open_or_fail(arena, fixture);
    struct binary_place place;
    const struct binary_variable *cache = find(image, "fixture_cache");
    image_place(image, cache->address + 8, &place);
    assert_string_equal(place.text, "fixture_cache+0x8");
    assert_string_equal(path_base(place.path), "image_fixture.c");
    assert_false(place.is_function);

    void *library = dlopen(fixture, RTLD_NOW);
    assert_non_null(library);
    void *function = dlsym(library, "fixture_touch");
    Dl_info info;
    assert_true(dladdr(function, &info) != 0);
    uint64_t address = (uint64_t)((char *)function - (char *)info.dli_fbase);
    image_place(image, address, &place);
    assert_string_equal(place.text, "fixture_touch");
    assert_true(place.is_function);
    assert_true(place.line >= 38 && place.line <= 48);
    dlclose(library);
}

static void
image_place__stripped__exported_symbol_else_section(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    CLEANUP(image_cleanup) struct image *image = open_or_fail(arena, fixture);
    CLEANUP(image_cleanup) struct image *bare = open_or_fail(arena, stripped);
    struct binary_place place;
    image_place(bare, find(image, "fixture_cache")->address, &place);
    assert_string_equal(place.text, "fixture_cache");
    image_place(bare, find(image, "holder")->address, &place);
    assert_null(place.symbol);
    assert_int_equal(strncmp(place.text, ".bss+0x", 7), 0);
    image_place(bare, UINT64_MAX - 4, &place);
    assert_string_equal(place.text, "0xfffffffffffffffb");
}

static void
image_open__other_files__said_what_they_are(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        enum error_kind kind;
        const char *word;
    } expected[] = {
        {"", 0, ERROR_FORMAT, "empty"},
        {"hello, I am text, no module", 27, ERROR_FORMAT, "not an ELF"},
        {"MZ\x90\0\3\0\0\0\4\0\0\0\xff\xff\0\0", 16, ERROR_UNSUPPORTED, "PE"},
        {"\xcf\xfa\xed\xfe\7\0\0\1\3\0\0\0\2\0\0\0", 16, ERROR_UNSUPPORTED, "Mach-O"},
        {"\x7f"
         "ELF\2\1\1\0\0\0\0\0\0\0\0\0",
         16, ERROR_FORMAT, "ELF header"},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(expected); i++) {
        CLEANUP(arena_cleanup) struct arena *arena = arena_new();
        struct error err = ERROR_INIT;
        assert_null(
            image_open_bytes(arena, "x.so", expected[i].bytes, expected[i].size, NULL, &err));
        assert_int_equal(err.kind, expected[i].kind);
        assert_non_null(strstr(err.message, expected[i].word));
    }
}

int
main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: test_image FIXTURE STRIPPED\n", stderr);
        return 2;
    }
    fixture = argv[1];
    stripped = argv[2];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(image_variables__debug_information__kinds_types_and_lines),
        cmocka_unit_test(image_place__debug_information__symbol_and_line),
        cmocka_unit_test(image_place__stripped__exported_symbol_else_section),
        cmocka_unit_test(image_open__other_files__said_what_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
