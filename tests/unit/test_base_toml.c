#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "base/toml.h"

static struct toml *
read_text(struct arena *arena, const char *text)
{
    struct error err = ERROR_INIT;
    struct toml *root = NULL;
    if (toml_read(arena, text, strlen(text), &root, &err) != 0) {
        fail_msg("%s: %s", text, err.message);
    }
    return root;
}

static void
toml__reads_every_kind_of_value(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const struct toml *root = read_text(
        arena, "\xef\xbb\xbf# settings\r\n"
               "name = \"a\\tb\\u00e9\\\"\" # behind\r\n"
               "'raw key' = 'C:\\no'\r\n"
               "\"\" = 1\n"
               "long = \"\"\"\none \\\n   two\"\"\"\"\n"
               "n = -1_000\nhex = 0xff\npi = 3.14e0\nday = 1979-05-27 07:32:00Z\n"
               "yes = true\n"
               "list = [ 1, # one\n  [\"x\"], { a = 1, b.c = 2 },\n]\n"
               "[tool.insulate]\nselect = []\n"
               "[[bin]]\nx = 1\n[[bin]]\nx = 2\n[bin.deep]\ny = 3\n");
    assert_string_equal(toml_find(root, "name")->text, "a\tb\xc3\xa9\"");
    assert_string_equal(toml_find(root, "raw key")->text, "C:\\no");
    assert_int_equal(toml_find(root, "")->integer, 1);
    assert_string_equal(toml_find(root, "long")->text, "one two\"");
    assert_int_equal(toml_find(root, "n")->integer, -1000);
    assert_int_equal(toml_find(root, "hex")->integer, 255);
    assert_int_equal(toml_find(root, "pi")->kind, TOML_OTHER);
    assert_int_equal(toml_find(root, "day")->kind, TOML_OTHER);
    assert_true(toml_find(root, "yes")->truth);
    const struct toml *list = toml_find(root, "list");
    assert_int_equal(list->n_members, 3);
    assert_int_equal(toml_find(toml_find(list->last, "b"), "c")->integer, 2);
    assert_int_equal(
        toml_find(toml_find(toml_find(root, "tool"), "insulate"), "select")->kind,
        TOML_ARRAY);
    const struct toml *bin = toml_find(root, "bin");
    assert_int_equal(bin->n_members, 2);
    assert_int_equal(toml_find(toml_find(bin->last, "deep"), "y")->integer, 3);
}

static void
toml__refuses_what_is_no_toml_and_says_where(void **state)
{
    (void)state;
    static const char *const broken[] = {
        "a",
        "a =",
        "a = b",
        "a = \"x",
        "a = \"x\ny\"",
        "a = '''x",
        "a = \"\\q\"",
        "a = \"\\u12\"",
        "a = \"\\ud800\"",
        "a = [1",
        "a = [1 2]",
        "a = {b = 1",
        "a = {b = 1,}",
        "a = 1 b = 2",
        "a = 01",
        "a = 1__0",
        "a = 99999999999999999999",
        "a = 1\na = 2",
        "a = 1\na.b = 2",
        "a = {}\na.b = 2",
        "a = {}\n[a]",
        "[a]\n[a]",
        "[a]\nb = 1\n[a.b]",
        "a.b = 1\n[a]",
        "[a]\n[[a]]",
        "[a",
        "[[a]",
        "[]",
        "= 1",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(broken); i++) {
        CLEANUP(arena_cleanup) struct arena *arena = arena_new();
        struct error err = ERROR_INIT;
        struct toml *root = NULL;
        if (toml_read(arena, broken[i], strlen(broken[i]), &root, &err) == 0) {
            fail_msg("taken: %s", broken[i]);
        }
        assert_memory_equal(err.message, "line ", 5);
    }
}

static void
toml__stops_at_its_limits(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    char deep[4096] = "a = ";
    memset(deep + 4, '[', sizeof deep - 5);
    deep[sizeof deep - 1] = '\0';
    struct error err = ERROR_INIT;
    struct toml *root = NULL;
    assert_int_equal(toml_read(arena, deep, strlen(deep), &root, &err), -1);
    assert_int_equal(err.kind, ERROR_LIMIT);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(toml__reads_every_kind_of_value),
        cmocka_unit_test(toml__refuses_what_is_no_toml_and_says_where),
        cmocka_unit_test(toml__stops_at_its_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
