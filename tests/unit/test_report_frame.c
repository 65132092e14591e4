#include "cmocka_all.h"

#include <string.h>

#include "report/frame.h"

static void
expect(const char *quote, unsigned column, unsigned end_column, const char *frame)
{
    struct finding finding = {
        .line = 7, .column = column, .end_column = end_column, .quote = quote};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    frame_print(&finding, false, &out);
    assert_string_equal(out.text, frame);
}

static void
frame__underlines_the_word(void **state)
{
    (void)state;
    expect("int spam;", 5, 9, "    7 | int spam;\n"
                              "      |     ^~~~\n");
    expect("int spam;", 5, 0, "    7 | int spam;\n"
                              "      |     ^\n");
    expect("int", 4, 0, "    7 | int\n"
                        "      |    ^\n");
}

static void
frame__column_counts_what_a_terminal_shows(void **state)
{
    (void)state;
    expect("\tint\tspam;", 6, 10, "    7 |         int     spam;\n"
                                  "      |                 ^~~~\n");
    expect("/*\xe4\xb8\xad" "e\xcc\x81\xff*/ spam;", 12, 16,
           "    7 | /*\xe4\xb8\xad" "e\xcc\x81\\xff*/ spam;\n"
           "      |            ^~~~\n");
    expect("\033[2J spam", 6, 10, "    7 | \\x1b[2J spam\n"
                                  "      |         ^~~~\n");
    expect("\xe4\xb8\xad = 1;", 1, 4, "    7 | \xe4\xb8\xad = 1;\n"
                                      "      | ^~\n");
}

static void
frame__of_a_long_line_shows_the_part_around_the_word(void **state)
{
    (void)state;
    char line[400];
    memset(line, 'x', sizeof line);
    memcpy(line + 200, " spam ", 6);
    line[399] = '\0';
    struct finding finding = {.line = 7, .column = 202, .end_column = 206, .quote = line};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    frame_print(&finding, false, &out);
    char *caret = strchr(out.text, '^');
    char *second = strchr(out.text, '\n') + 1;
    assert_non_null(strstr(out.text, "| …xxx"));
    assert_non_null(strstr(out.text, "xxx…\n"));
    /* "…" takes three bytes and one column. */
    assert_int_equal(caret - second, strstr(out.text, "spam") - out.text - 2);
    assert_int_equal(strncmp(caret, "^~~~\n", 5), 0);
}

static void
frame__without_a_line_there_is_none(void **state)
{
    (void)state;
    expect(NULL, 5, 9, "");
    expect("int spam;", 0, 0, "");
    expect("int spam;", 40, 44, "");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frame__underlines_the_word),
        cmocka_unit_test(frame__column_counts_what_a_terminal_shows),
        cmocka_unit_test(frame__of_a_long_line_shows_the_part_around_the_word),
        cmocka_unit_test(frame__without_a_line_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
