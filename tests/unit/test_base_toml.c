#include "cmocka_all.h"

#include <stdio.h>
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

/* One row for each rule of a clause of TOML 1.0: what it takes. */
static void
toml__takes_what_each_clause_allows(void **state)
{
    (void)state;
    static const struct {
        const char *text; /* has the key `a` */
        enum toml_kind kind;
        const char *expected; /* its text, or NULL */
        int64_t integer;
    } rows[] = {
        /* Comment; Spec: UTF-8, tabs and line ends */
        {"a = 1#\xc3\xa9\t", TOML_INTEGER, NULL, 1},
        {"\ta\t=\t1\t\r\n", TOML_INTEGER, NULL, 1},
        /* Keys: bare, quoted, dotted */
        {"a.b-_0 = 1", TOML_TABLE, NULL, 0},
        {"\"a\" . 'b' . \"\" = 1", TOML_TABLE, NULL, 0},
        {"1.2 = 3\na = 1", TOML_INTEGER, NULL, 1},
        /* String */
        {"a = \"\\b\\t\\n\\f\\r\\\"\\\\\"", TOML_STRING, "\b\t\n\f\r\"\\", 0},
        {"a = \"\\u00E9\\U0001f600\"", TOML_STRING, "\xc3\xa9\xf0\x9f\x98\x80", 0},
        {"a = \"\\u0000\"", TOML_STRING, "\xc0\x80", 0},
        {"a = '\\u00e9\"'", TOML_STRING, "\\u00e9\"", 0},
        {"a = \"\"\"\"\"x\"\" y\"\"\"\"\"", TOML_STRING, "\"\"x\"\" y\"\"", 0},
        {"a = \"\"\"x\\  \r\n\n\t y\"\"\"", TOML_STRING, "xy", 0},
        {"a = '''\r\nx\ny'''", TOML_STRING, "x\ny", 0},
        /* Integer */
        {"a = +99", TOML_INTEGER, NULL, 99},
        {"a = -0", TOML_INTEGER, NULL, 0},
        {"a = 5_349_221", TOML_INTEGER, NULL, 5349221},
        {"a = 0xdead_BEEF", TOML_INTEGER, NULL, 0xdeadbeef},
        {"a = 0o755", TOML_INTEGER, NULL, 0755},
        {"a = 0b1101", TOML_INTEGER, NULL, 13},
        {"a = 9223372036854775807", TOML_INTEGER, NULL, INT64_MAX},
        {"a = -9223372036854775808", TOML_INTEGER, NULL, INT64_MIN},
        /* Float */
        {"a = +1.0", TOML_OTHER, "+1.0", 0},
        {"a = 5e+22", TOML_OTHER, "5e+22", 0},
        {"a = -2E-02", TOML_OTHER, "-2E-02", 0},
        {"a = 6.626_1e-3_4", TOML_OTHER, NULL, 0},
        {"a = -nan", TOML_OTHER, "-nan", 0},
        {"a = +inf", TOML_OTHER, "+inf", 0},
        /* Boolean */
        {"a = false", TOML_BOOLEAN, NULL, 0},
        /* Offset date-time, local date-time, date, time */
        {"a = 1979-05-27T00:32:00.999-07:00", TOML_OTHER, NULL, 0},
        {"a = 1979-05-27 07:32:00z", TOML_OTHER, NULL, 0},
        {"a = 2000-02-29t23:59:60", TOML_OTHER, NULL, 0},
        {"a = 1979-05-27 # a day", TOML_OTHER, "1979-05-27", 0},
        {"a = 00:32:00.5", TOML_OTHER, "00:32:00.5", 0},
        /* Array, inline table */
        {"a = [ 1, 'x', [2.0],\n# c\n{}, ]", TOML_ARRAY, NULL, 0},
        {"a = { b = 1, c.d = [\n] }", TOML_TABLE, NULL, 0},
        /* Table, array of tables */
        {"[ a . b ]\n[a]\nc = 1", TOML_TABLE, NULL, 0},
        {"[b]\na.c = 1\n[b.a.d]\n[a]", TOML_TABLE, NULL, 0},
        {"[[a]]\n[[a.b]]\n[a.b.c]\n[[a]]\n[[a.b]]", TOML_ARRAY, NULL, 0},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
        CLEANUP(arena_cleanup) struct arena *arena = arena_new();
        const struct toml *value = toml_find(read_text(arena, rows[i].text), "a");
        print_message("%s\n", rows[i].text);
        assert_non_null(value);
        assert_int_equal(value->kind, rows[i].kind);
        assert_int_equal(value->integer, rows[i].integer);
        if (rows[i].expected != NULL) {
            assert_string_equal(value->text, rows[i].expected);
        }
    }
}

static void
toml__finds_each_of_many_keys(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    static char text[1 << 17];
    size_t size = 0;
    for (int i = 0; i < 5000; i++) {
        size += (size_t)snprintf(text + size, sizeof(text) - size, "k%d = %d\n", i, i);
    }
    const struct toml *root = read_text(arena, text);
    for (int i = 0; i < 5000; i++) {
        char key[16];
        snprintf(key, sizeof(key), "k%d", i);
        assert_int_equal(toml_find(root, key)->integer, i);
    }
    assert_null(toml_find(root, "k5000"));
    strcpy(text + size, "k4999 = 1\n");
    struct error err = ERROR_INIT;
    struct toml *again = NULL;
    assert_int_equal(toml_read(arena, text, strlen(text), &again, &err), -1);
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
        /* Comment, encoding: control characters, bytes that are no UTF-8 */
        "# \1",
        "# \x7f",
        "# x\ry",
        "a = 1\r",
        "# \xff",
        "a = \"\xc0\xaf\"",
        "a = '\xed\xa0\x80'",
        "a = '\xf4\x90\x80\x80'",
        "a = \"x\xe2\x82\"",
        /* Keys */
        "a. = 1",
        "a b = 1",
        "\xc3\xa9 = 1",
        "\"\"\"a\"\"\" = 1",
        "a.b = 1\na = 2",
        /* String */
        "a = \"\\U00110000\"",
        "a = \"\\x41\"",
        "a = \"\"\"\\ x\"\"\"",
        "a = '''''''''",
        "a = 'x\n'",
        /* Integer */
        "a = +0x1",
        "a = 0x",
        "a = 0x-1",
        "a = 0b2",
        "a = 0o8",
        "a = 0_1",
        "a = 1_",
        "a = _1",
        "a = 9223372036854775808",
        /* Float */
        "a = 1.",
        "a = .5",
        "a = 1.e5",
        "a = 1.e5.6",
        "a = 01.5",
        "a = -01",
        "a = 1e",
        "a = 1.0_",
        "a = 1._0",
        "a = 1e1.0",
        "a = INF",
        /* Boolean */
        "a = True",
        "a = truer",
        /* Dates and times */
        "a = 1979-13-45",
        "a = 1900-02-29",
        "a = 1979-00-01",
        "a = 1979-5-27",
        "a = 1979-05-27T",
        "a = 1979-05-27T24:00:00Z",
        "a = 1979-05-27T07:32",
        "a = 1979-05-27T07:32:00+24:00",
        "a = 1979-05-27T07:32:00.Z",
        "a = 07:60:00",
        "a = 07:32:00Z",
        /* Array, inline table */
        "a = [,]",
        "a = [1,,2]",
        "a = {,}",
        "a = {b = 1\n}",
        "a = {b = 1, b = 2}",
        "a = {b = {}, b.c = 1}",
        /* Table, array of tables */
        "[a.]",
        "[a]x = 1",
        "[a]\nb = 1\n[a]\nc = 1",
        "[a.b]\n[a]\nb.c = 1",
        "a = []\n[[a]]",
        "[[a]]\n[a]",
        "[ [a]]",
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
    static const char nul[] = "a = true\0garbage";
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT;
    struct toml *root = NULL;
    assert_int_equal(toml_read(arena, nul, sizeof(nul) - 1, &root, &err), -1);
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
        cmocka_unit_test(toml__takes_what_each_clause_allows),
        cmocka_unit_test(toml__finds_each_of_many_keys),
        cmocka_unit_test(toml__refuses_what_is_no_toml_and_says_where),
        cmocka_unit_test(toml__stops_at_its_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
