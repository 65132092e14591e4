#include "cmocka_all.h"

#include <string.h>

#include "base/strbuf.h"
#include "edit/diff_reader.h"

/* "PATH:+3 4 +5;…": the lines after the change, a "+" before those that are added. */
static void
expect(const char *text, const char *wanted)
{
    struct arena *arena = arena_new();
    struct error err = ERROR_INIT;
    struct diff_files files;
    CLEANUP(strbuf_done) struct strbuf got = STRBUF_INIT;
    strbuf_add_string(&got, "");
    assert_int_equal(diff_read(arena, text, strlen(text), &files, &err), 0);
    for (size_t i = 0; i < files.n_items; i++) {
        strbuf_format(&got, "%s:", files.items[i].path);
        for (size_t k = 0; k < files.items[i].n_lines; k++) {
            const struct diff_line *line = &files.items[i].lines[k];
            strbuf_format(&got, "%s%s%u=%.*s", k != 0 ? " " : "", line->is_added ? "+" : "",
                          line->number, (int)line->size, line->text);
        }
        strbuf_add_char(&got, ';');
    }
    assert_string_equal(got.text, wanted);
    arena_free(arena);
}

static void
expect_refused(const char *text, const char *words)
{
    struct arena *arena = arena_new();
    struct error err = ERROR_INIT;
    struct diff_files files;
    assert_int_equal(diff_read(arena, text, strlen(text), &files, &err), -1);
    assert_int_equal(err.kind, ERROR_FORMAT);
    if (strstr(err.message, words) == NULL) {
        fail_msg("'%s' is not in '%s'", words, err.message);
    }
    arena_free(arena);
}

static void
diff_read__numbers_the_lines_of_the_new_text(void **state)
{
    (void)state;
    expect("diff --git a/s.c b/s.c\nindex 1..2 100644\n--- a/s.c\n+++ b/s.c\n"
           "@@ -1,3 +1,4 @@ int f(void)\n one\n-two\n+TWO\n+more\n three\n"
           "@@ -9 +10 @@\n-nine\n+NINE\n",
           "b/s.c:1=one +2=TWO +3=more 4=three +10=NINE;");
    /* Without context, as clang-tidy-diff wants it; what only goes leaves no line. */
    expect("--- a/s.c\n+++ b/s.c\n@@ -4,0 +5,2 @@\n+a\n+b\n@@ -7,2 +8,0 @@\n-c\n-d\n",
           "b/s.c:+5=a +6=b;");
}

static void
diff_read__takes_a_hunk_for_as_long_as_its_head_says(void **state)
{
    (void)state;
    expect("--- a/s.c\n+++ b/s.c\n@@ -1,2 +1,3 @@\n--- i;\n+++ i;\n+@@ -1 +1 @@\n x\n"
           "--- a/t.c\n+++ b/t.c\n@@ -0,0 +1 @@\n+y\n\\ No newline at end of file\n",
           "b/s.c:+1=++ i; +2=@@ -1 +1 @@ 3=x;b/t.c:+1=y;");
    /* Ends of lines of Windows, and an empty line whose blank is gone. */
    expect("+++ b/s.c\r\n@@ -1,1 +1,2 @@\r\n\r\n+x\r\n", "b/s.c:1= +2=x;");
}

static void
diff_read__reads_names(void **state)
{
    (void)state;
    expect("--- s.c\t2026-01-02 03:04:05\n+++ new s.c\t2026-01-02 03:04:06\n@@ -1 +1 @@\n"
           "-a\n+b\n",
           "new s.c:+1=b;");
    expect("+++ \"b/\\303\\244 \\\"\\t\\\\.c\"\n@@ -0,0 +1 @@\n+b\n", "b/\xc3\xa4 \"\t\\.c:+1=b;");
    expect("--- a/s.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", "");
}

static void
diff_read__takes_what_changes_no_text(void **state)
{
    (void)state;
    expect("", "");
    expect("\n  \n", "");
    expect("diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to b\n", "");
    expect("diff --git a/a b/a\nBinary files a/a and b/a differ\n", "");
}

static void
diff_read__refuses_what_is_no_sound_diff(void **state)
{
    (void)state;
    expect_refused("static int x;\n", "not a unified diff");
    expect_refused("+++ b/s.c\n@@ -1,2 +1,2 @@\n a\n", "ends in the middle");
    expect_refused("+++ b/s.c\n@@ -1 +1 @@\n-a\n b\n", "other lines than its head");
    expect_refused("+++ b/s.c\n@@ -1 +1 @@\n*a\n", "line 3: ");
    expect_refused("+++ b/s.c\n@@ -1 +x @@\n", "not the head of a hunk");
    expect_refused("+++ b/s.c\n@@ -1 +99999999999 @@\n", "not the head of a hunk");
    expect_refused("+++ b/s.c\n@@ -1\n", "not the head of a hunk");
    expect_refused("@@ -1 +1 @@\n-a\n+b\n", "without a line '+++ FILE'");
    expect_refused("diff --git a/s.c b/s.c\n+++ b/s.c\n@@ -1 +1 @@\n-a\n+b\ndiff --git a/t b/t\n"
                   "@@ -1 +1 @@\n-a\n+b\n",
                   "without a line '+++ FILE'");
    expect_refused("diff --cc s.c\n+++ b/s.c\n@@@ -1 -1 +1 @@@\n- a\n", "combined diff");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diff_read__numbers_the_lines_of_the_new_text),
        cmocka_unit_test(diff_read__takes_a_hunk_for_as_long_as_its_head_says),
        cmocka_unit_test(diff_read__reads_names),
        cmocka_unit_test(diff_read__takes_what_changes_no_text),
        cmocka_unit_test(diff_read__refuses_what_is_no_sound_diff),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
