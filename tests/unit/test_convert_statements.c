#include "cmocka_all.h"

#include <string.h>

#include "convert/text/statements.h"

static const char *
laid(const char *text, size_t width)
{
    static char result[1024];
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const struct statement_lines lines = {"", "  ", 1, "\n", width};
    if (statements_add(&out, text, strlen(text), &lines) < 0) {
        assert_int_equal(out.size, 0);
        return "unclear";
    }
    assert_true(out.size < sizeof(result));
    memcpy(result, out.text, out.size + 1);
    return result;
}

static size_t
count(const char *text)
{
    return statements_count(text, strlen(text));
}

static void
statements__end_where_c_ends_them(void **state)
{
    (void)state;
    assert_int_equal(count("a; b;"), 2);
    assert_int_equal(count(" "), 0);
    assert_int_equal(count("int a[] = {1, 2}; struct { int x; int y; } b;"), 2);
    assert_int_equal(count("if (a) b; else c; d;"), 2);
    assert_int_equal(count("if (a) if (b) c; else d; else e; f;"), 2);
    assert_int_equal(count("do a; while (b); c;"), 2);
    assert_int_equal(count("for (i = 0; i < n; i++) { a; b; } c;"), 2);
    assert_int_equal(count("FOREACH(a, b) { c; } d;"), 2);
    assert_int_equal(count("f = [](int a) { return a; }; g;"), 2);
    assert_int_equal(count("a = \"; {\"; b = ';'; /* ; */ c;"), 3);
    assert_int_equal(count("end: return a ? b : c;"), 2);
    assert_int_equal(count("try { a; } catch (b) { c; } d;"), 2);
    assert_int_equal(count("A_MACRO"), 1);
}

static void
statements__are_left_where_they_are_unclear(void **state)
{
    (void)state;
    assert_int_equal(count("a; }"), 0);
    assert_int_equal(count("a(; b);"), 1);
    assert_int_equal(count("f(a; b];"), 0);
    assert_int_equal(count("a; // b"), 0);
    assert_int_equal(count("a;\n#if B\nc;\n#endif\n"), 0);
    assert_int_equal(count("a; \\\n b;"), 0);
    assert_int_equal(count("a = R\"(;)\"; b;"), 0);
    assert_int_equal(count("a; /* b"), 0);
    assert_string_equal(laid("if (a) { b; c) } d;", 10), "unclear");
    assert_string_equal(laid("", 0), "unclear");
}

static void
statements__get_lines_of_their_own(void **state)
{
    (void)state;
    assert_string_equal(laid(" a;  b(c, d);", 0), "  a;\n  b(c, d);\n");
    assert_string_equal(laid("f(\n    a,\n    b);", 0), "  f(a, b);\n");
    assert_string_equal(laid("a; /* of a */ b;", 0), "  a; /* of a */\n  b;\n");
    assert_string_equal(laid("a; bad: b;", 0), "  a;\nbad:\n  b;\n");
    assert_string_equal(laid("if (a) { b; c; }", 20), "  if (a) { b; c; }\n");
    assert_string_equal(laid("if (a) { b; c; }", 10),
                        "  if (a) {\n    b;\n    c;\n  }\n");
    assert_string_equal(laid("if (a) { b;\n c; }", 0), "  if (a) {\n    b;\n    c;\n  }\n");
    assert_string_equal(laid("if (a) { b; } else if (c) { d; } else { e; } f;", 14),
                        "  if (a) {\n    b;\n  } else if (c) {\n    d;\n  } else {\n"
                        "    e;\n  }\n  f;\n");
    assert_string_equal(laid("for (;;) if (a) return b; else c;", 20),
                        "  for (;;)\n    if (a)\n      return b;\n    else\n      c;\n");
    assert_string_equal(laid("do { a; } while (b); c;", 12),
                        "  do {\n    a;\n  } while (b);\n  c;\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statements__end_where_c_ends_them),
        cmocka_unit_test(statements__are_left_where_they_are_unclear),
        cmocka_unit_test(statements__get_lines_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
