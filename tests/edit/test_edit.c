#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "edit/diff.h"
#include "edit/write.h"
#include "model/edit.h"
#include "model/source.h"

static const uint32_t first_line[] = {0};

static struct source_file
file_of(const char *text)
{
    return (struct source_file){.text = text,
                                .size = (uint32_t)strlen(text),
                                .lines = first_line,
                                .n_lines = 1};
}

static void
render__orders_edits_and_keeps_insertions(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    struct source_file file = file_of("one two three");
    struct edits edits;
    struct error err = ERROR_INIT;

    edits_init(&edits, arena);
    edits_add(&edits, &file, 8, 13, "3", "c");
    edits_add(&edits, &file, 4, 4, "<", "first");
    edits_add(&edits, &file, 4, 4, "[", "second");
    edits_add(&edits, &file, 4, 7, "2", "b");
    edits_add(&edits, &file, 4, 7, "2", "b again");
    assert_int_equal(edits_render(&edits, &file, 0, file.size, &out, &err), 0);
    assert_string_equal(out.text, "one <[2 3");
}

static void
render__leaves_out_what_a_cover_holds(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    struct source_file file = file_of("a(b, c) d");
    struct edits edits;
    struct error err = ERROR_INIT;

    edits_init(&edits, arena);
    edits_add(&edits, &file, 2, 3, "B", "inner");
    edits_add(&edits, &file, 0, 0, ">", "before");
    edits_add(&edits, &file, 7, 7, "<", "after");
    edits_cover(&edits, &file, 0, 7, "call", "outer");
    assert_int_equal(edits_render(&edits, &file, 0, file.size, &out, &err), 0);
    assert_string_equal(out.text, ">call< d");
}

static void
render__refuses_overlap(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    struct source_file file = file_of("abcdef");
    struct edits edits;
    struct error err = ERROR_INIT;

    edits_init(&edits, arena);
    edits_cover(&edits, &file, 0, 3, "x", "left");
    edits_add(&edits, &file, 2, 4, "y", "right");
    assert_int_equal(edits_render(&edits, &file, 0, file.size, &out, &err), -1);
    assert_int_equal(err.kind, ERROR_UNSUPPORTED);
    assert_non_null(strstr(err.message, "left"));
    assert_non_null(strstr(err.message, "right"));
}

static void
render__refuses_two_texts_for_one_place(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    struct source_file file = file_of("abcdef");
    struct edits edits;
    struct error err = ERROR_INIT;

    edits_init(&edits, arena);
    edits_add(&edits, &file, 1, 3, "x", "one");
    edits_add(&edits, &file, 1, 3, "y", "other");
    assert_int_equal(edits_render(&edits, &file, 0, file.size, &out, &err), -1);
}

static size_t
n_near(const struct edits *edits, const struct source_file *file, uint32_t begin,
       uint32_t end)
{
    struct edit_walk walk = edits_near(edits, file, begin, end);
    size_t n = 0;
    while (edit_walk_next(&walk) != NULL) {
        n++;
    }
    return n;
}

static void
move__takes_an_insertion_elsewhere(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    char text[4001];
    struct edits edits;
    struct error err = ERROR_INIT;

    memset(text, '.', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    struct source_file file = file_of(text);
    edits_init(&edits, arena);
    for (uint32_t i = 0; i < 10; i++) {
        edits_add(&edits, &file, i, i, "x", "others");
    }
    edits_add(&edits, &file, 20, 20, "<", "near");
    edits_move(&edits, &file, 20, "<", 3000, ">");
    assert_int_equal(n_near(&edits, &file, 15, 25), 0);
    assert_int_equal(n_near(&edits, &file, 2990, 3010), 1);
    assert_int_equal(n_near(&edits, &file, 0, 3999), 11);
    edits_move(&edits, &file, 3000, ">", 3001, "]"); /* in the same piece of the file */
    assert_int_equal(n_near(&edits, &file, 2990, 3010), 1);
    assert_int_equal(edits_render(&edits, &file, 2999, 3002, &out, &err), 0);
    assert_string_equal(out.text, "..].");
}

static void
diff__shows_change_with_context(void **state)
{
    (void)state;
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const char *before = "1\n2\n3\n4\n5\n6\n7\n8\n",
               *after = "1\n2\n3\n4\nfive\n6\n7\n8\n";

    diff_unified(&out, "f.c", before, strlen(before), after, strlen(after));
    assert_string_equal(out.text, "--- a/f.c\n+++ b/f.c\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n"
                                  "-5\n+five\n 6\n 7\n 8\n");
}

/* The new function could as well begin with the brace and the blank line above it. */
static void
diff__lets_new_lines_stand_together(void **state)
{
    (void)state;
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const char *before = "f\n{\n}\n\nh\n{\n}\n",
               *after = "f\n{\n}\n\ng\n{\n}\n\nh\n{\n}\n";

    diff_unified(&out, "f.c", before, strlen(before), after, strlen(after));
    assert_string_equal(out.text, "--- a/f.c\n+++ b/f.c\n@@ -2,6 +2,10 @@\n {\n }\n \n"
                                  "+g\n+{\n+}\n+\n h\n {\n }\n");
}

/* Lines that only one side has are told without a search: the others still pair up. */
static void
diff__pairs_lines_between_foreign_ones(void **state)
{
    (void)state;
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const char *before = "a\nx\nb\ny\nc\n", *after = "a\n1\nb\n2\n3\nc\n";

    diff_unified(&out, "f.c", before, strlen(before), after, strlen(after));
    assert_string_equal(out.text, "--- a/f.c\n+++ b/f.c\n@@ -1,5 +1,6 @@\n a\n-x\n+1\n"
                                  " b\n-y\n+2\n+3\n c\n");
}

static void
diff_origins__names_the_line_that_each_was(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const char *before = "a\nx\nb\ny\nc", *after = "new\na\nb\n2\n3\nc";
    size_t n_lines;
    const unsigned *origins =
        diff_origins(arena, before, strlen(before), after, strlen(after), &n_lines);
    const unsigned expected[] = {0, 1, 3, 0, 0, 5};
    assert_int_equal(n_lines, 6);
    assert_memory_equal(origins, expected, sizeof expected);
    (void)diff_origins(arena, before, strlen(before), "", 0, &n_lines);
    assert_int_equal(n_lines, 0);
    (void)diff_origins(arena, "", 0, "a\n", 2, &n_lines);
    assert_int_equal(n_lines, 1);
}

static void
diff__says_where_newline_is_missing(void **state)
{
    (void)state;
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;

    diff_unified(&out, "f.c", "a", 1, "a\n", 2);
    assert_string_equal(out.text, "--- a/f.c\n+++ b/f.c\n@@ -1 +1 @@\n-a\n"
                                  "\\ No newline at end of file\n+a\n");
}

static void
diff__makes_new_file(void **state)
{
    (void)state;
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;

    diff_unified(&out, "dir/new.h", NULL, 0, "x\ny\n", 4);
    assert_string_equal(out.text,
                        "--- /dev/null\n+++ b/dir/new.h\n@@ -0,0 +1,2 @@\n+x\n+y\n");
}

static void
diff__is_empty_for_equal_texts(void **state)
{
    (void)state;
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;

    diff_unified(&out, "f.c", "a\n", 2, "a\n", 2);
    assert_int_equal(out.size, 0);
}

/* Apply DIFF to BEFORE the way patch does, for diffs this program made. */
static void
apply(const char *before, const char *diff, struct strbuf *out)
{
    const char *from = before;
    const char *line = strstr(diff, "@@");

    while (line != NULL && *line != '\0') {
        const char *end = strchr(line, '\n') + 1;
        size_t size = (size_t)(end - line);
        if (line[0] == '@') {
            unsigned begin = 0, count = 1;
            sscanf(line, "@@ -%u,%u", &begin, &count);
            unsigned at = 1;
            for (const char *c = before; c < from; c++) {
                at += *c == '\n';
            }
            for (unsigned n = count == 0 ? begin + 1 : begin; at < n; at++) {
                const char *stop = strchr(from, '\n') + 1;
                strbuf_add(out, from, (size_t)(stop - from));
                from = stop;
            }
        }
        else {
            if (line[0] != '+') {
                const char *stop = strchr(from, '\n');
                from = stop != NULL ? stop + 1 : from + strlen(from);
            }
            if (line[0] != '-') {
                strbuf_add(out, line + 1, size - 1);
            }
        }
        line = end;
    }
    strbuf_add_string(out, from);
}

static void
diff__turns_any_text_into_any_other(void **state)
{
    (void)state;
    unsigned seed = 12345;

    for (int round = 0; round < 400; round++) {
        CLEANUP(strbuf_done) struct strbuf before = STRBUF_INIT;
        CLEANUP(strbuf_done) struct strbuf after = STRBUF_INIT;
        CLEANUP(strbuf_done) struct strbuf diff = STRBUF_INIT;
        CLEANUP(strbuf_done) struct strbuf result = STRBUF_INIT;
        for (int i = 0; i < 60; i++) {
            seed = seed * 1103515245u + 12345u;
            unsigned letter = (seed >> 16) % 5;
            if ((seed >> 20) % 4 != 0) {
                strbuf_format(&before, "%c\n", (int)('a' + letter));
            }
            if ((seed >> 24) % 4 != 0) {
                strbuf_format(&after, "%c\n", (int)('a' + letter));
            }
        }
        diff_unified(&diff, "f", before.text, before.size, after.text, after.size);
        apply(before.text, diff.text, &result);
        assert_string_equal(result.text, after.text);
    }
}

static char folder[] = "/tmp/insulate-edit-XXXXXX";
static char state_folder[] = "/tmp/insulate-state-XXXXXX";

static int
make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL || mkdtemp(state_folder) == NULL
                   || setenv("XDG_STATE_HOME", state_folder, 1) != 0
               ? -1
               : 0;
}

static int
remove_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", state_folder);
    if (system(command) != 0) {
        return -1;
    }
    return rmdir(folder); /* fails if a test, or the code, left a file behind */
}

static char *
file_with(struct arena *arena, const char *name, const char *text)
{
    char *path = path_join(arena, folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    return path;
}

static void
assert_holds(struct arena *arena, const char *path, const char *text)
{
    char *read_text;
    size_t size;
    struct error err = ERROR_INIT;
    assert_int_equal(file_read(arena, path, 1 << 20, &read_text, &size, NULL, &err), 0);
    assert_string_equal(read_text, text);
}

/* Not one journal is left: the state folder holds its own lock alone. */
static void
assert_no_journal(void)
{
    char command[128];
    snprintf(command, sizeof command, "test \"$(ls '%s/insulate')\" = lock",
             state_folder);
    assert_int_equal(system(command), 0);
}

static struct written_file
change(const char *path, const char *before, const char *text)
{
    return (struct written_file){
        .path = path,
        .shown = path,
        .text = text,
        .size = strlen(text),
        .before = before,
        .before_size = before != NULL ? strlen(before) : 0,
    };
}

static void
write__replaces_keeping_mode_and_makes_new(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT, remark = ERROR_INIT;
    struct stat status;
    char *path = file_with(arena, "a.c", "old");
    char *fresh = path_join(arena, folder, "new.h");
    mode_t mask = umask(027);

    assert_int_equal(chmod(path, 0600), 0);
    struct written_file files[] = {change(path, "old", "new"),
                                   change(fresh, NULL, "h")};
    assert_int_equal(files_write(files, 2, &remark, &err), 0);
    umask(mask);
    assert_string_equal(remark.message, "");
    assert_holds(arena, path, "new");
    assert_holds(arena, fresh, "h");
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0600);
    assert_int_equal(stat(fresh, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0640);
    assert_no_journal();
    unlink(path);
    unlink(fresh);
}

static void
write__refuses_changed_file_and_writes_nothing(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT, remark = ERROR_INIT;
    char *a = file_with(arena, "a.c", "old a");
    char *b = file_with(arena, "b.c", "old b");

    struct written_file files[] = {change(a, "old a", "new"), change(b, "old c", "new")};
    assert_int_equal(files_write(files, 2, &remark, &err), -1);
    assert_non_null(strstr(err.message, "modified since"));
    assert_holds(arena, a, "old a");
    assert_holds(arena, b, "old b");
    unlink(a);
    unlink(b);
}

static void
write__takes_back_when_a_later_file_fails(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT, remark = ERROR_INIT;
    char *a = file_with(arena, "a.c", "old a");
    char *b = path_join(arena, folder, "no/such/folder/b.c");

    struct written_file files[] = {change(a, "old a", "new"), change(b, NULL, "new")};
    assert_int_equal(files_write(files, 2, &remark, &err), -1);
    assert_holds(arena, a, "old a");
    unlink(a);
}

static void
write__refuses_file_with_two_names(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT, remark = ERROR_INIT;
    char *a = file_with(arena, "a.c", "old");
    char *b = path_join(arena, folder, "b.c");

    assert_int_equal(link(a, b), 0);
    struct written_file files[] = {change(a, "old", "new")};
    assert_int_equal(files_write(files, 1, &remark, &err), -1);
    assert_non_null(strstr(err.message, "hard links"));
    assert_holds(arena, a, "old");
    assert_true(file_is_same(a, b));
    unlink(a);
    unlink(b);
}

static void
write__refuses_file_that_is_open_for_writing(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT, remark = ERROR_INIT;
    char *a = file_with(arena, "a.c", "old");
    int reader = open(a, O_RDONLY | O_CLOEXEC);
    bool has_leases = fcntl(reader, F_SETLEASE, F_RDLCK) == 0;
    close(reader);
    int writer = open(a, O_WRONLY | O_CLOEXEC);

    struct written_file files[] = {change(a, "old", "new")};
    int result = files_write(files, 1, &remark, &err);
    if (has_leases) {
        assert_int_equal(result, -1);
        assert_non_null(strstr(err.message, "open for writing"));
        assert_holds(arena, a, "old");
    }
    close(writer);
    unlink(a);
    assert_no_journal();
}

static void
write__lets_no_one_else_give_the_journal_a_place(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT, remark = ERROR_INIT;
    char *a = file_with(arena, "a.c", "old");
    char *place = path_join(arena, state_folder, "insulate");

    assert_int_equal(chmod(place, 0777), 0);
    struct written_file files[] = {change(a, "old", "new")};
    assert_int_equal(files_write(files, 1, &remark, &err), -1);
    assert_non_null(strstr(err.message, "can be written by other users"));
    assert_non_null(strstr(err.message, "XDG_STATE_HOME"));
    assert_holds(arena, a, "old");
    assert_int_equal(chmod(place, 0700), 0);
    unlink(a);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(render__orders_edits_and_keeps_insertions),
        cmocka_unit_test(render__leaves_out_what_a_cover_holds),
        cmocka_unit_test(render__refuses_overlap),
        cmocka_unit_test(render__refuses_two_texts_for_one_place),
        cmocka_unit_test(move__takes_an_insertion_elsewhere),
        cmocka_unit_test(diff__shows_change_with_context),
        cmocka_unit_test(diff__lets_new_lines_stand_together),
        cmocka_unit_test(diff__pairs_lines_between_foreign_ones),
        cmocka_unit_test(diff_origins__names_the_line_that_each_was),
        cmocka_unit_test(diff__says_where_newline_is_missing),
        cmocka_unit_test(diff__makes_new_file),
        cmocka_unit_test(diff__is_empty_for_equal_texts),
        cmocka_unit_test(diff__turns_any_text_into_any_other),
        cmocka_unit_test(write__replaces_keeping_mode_and_makes_new),
        cmocka_unit_test(write__refuses_changed_file_and_writes_nothing),
        cmocka_unit_test(write__takes_back_when_a_later_file_fails),
        cmocka_unit_test(write__refuses_file_with_two_names),
        cmocka_unit_test(write__refuses_file_that_is_open_for_writing),
        cmocka_unit_test(write__lets_no_one_else_give_the_journal_a_place),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
