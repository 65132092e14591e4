/* Branches of #if that edits touch, and texts that take them. */
#include "cmocka_all.h"

#include <string.h>

#include "csource/lexer.h"
#include "extension/forced_branches.h"

/* What is forced, in words, for the branches of TEXT that a change of its word X touches;
 * joined, each in a line.  *OUT_TEXT becomes the text with the first one. */
static const char *
forced_words(struct arena *arena, const char *text, const char **out_text)
{
    struct source_file *file = ARENA_NEW(arena, struct source_file);
    const struct source_file **files = ARENA_ARRAY(arena, const struct source_file *, 1);
    struct source *source = ARENA_NEW(arena, struct source);
    const struct build build = {.version = 0x030900f0, .is_open = true};
    CLEANUP(strbuf_done) struct strbuf words = STRBUF_INIT;
    struct edits edits;
    *file = (struct source_file){.path = "t.c", .is_project = true, .is_main = true};
    lex(arena, file, text, (uint32_t)strlen(text));
    files[0] = file;
    *source = (struct source){.files = files, .n_files = 1};
    uint32_t x = (uint32_t)(strstr(text, "\nX") + 1 - text);
    edits_init(&edits, arena);
    edits_add(&edits, file, x, x + 1, "Y", "test");
    struct forced_branches each = forced_branches_find(
        arena, source, conditions_new(arena, source, &build), &edits);
    struct forced_branches all = forced_branches_join(arena, &each);
    for (size_t i = 0; i < all.n_items; i++) {
        strbuf_format(&words, "%s\n", forced_branch_words(arena, &all.items[i]));
    }
    *out_text = all.n_items != 0 ? forced_text(arena, file, &all.items[0]) : NULL;
    return arena_copy(arena, words.text, words.size);
}

static void
test_conditions(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const char *text;
    /* The lexer leaves nothing out: each first branch counts as taken. */
    assert_string_equal(forced_words(arena, "a\n#ifdef A\nX\n#endif\nb\n", &text),
                        "not A defined\n");
    assert_string_equal(text, "a\n#if    0\nX\n#endif\nb\n");
    assert_string_equal(
        forced_words(arena, "a\n#if !defined(A) /* no */\nX\n#endif\nb\n", &text),
        "A defined\n");
    assert_string_equal(text, "a\n#if 0                   \nX\n#endif\nb\n");
    assert_string_equal(
        forced_words(arena, "a\n#if B < 2\nX\n#endif\n#ifndef A\nc\n#endif\n", &text),
        "B >= 2\n");
    assert_string_equal(text, "a\n#if 0    \nX\n#endif\n#ifndef A\nc\n#endif\n");
    /* Of one text all, and its opposite. */
    assert_string_equal(
        forced_words(arena, "a\n#if B \\\n> 2\nX\n#endif\n#if B <= 2\nc\n#endif\n", &text),
        "not B > 2\n");
    assert_string_equal(text, "a\n#if 0 \\\n   \nX\n#endif\n#if 1     \nc\n#endif\n");
}

static void
test_untouched(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const char *text;
    assert_string_equal(forced_words(arena, "#ifdef A\nb\n#endif\n\nX\n", &text), "");
    /* A guard, and what every supported Python takes. */
    assert_string_equal(forced_words(arena, "#ifndef A\n#define A\nX\n#endif\n", &text), "");
    assert_string_equal(
        forced_words(arena, "a\n#if PY_VERSION_HEX >= 0x03090000\nX\n#endif\n", &text), "");
    assert_null(text);
}

/* What is read may be the first few alone. */
static void
test_touched_first(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const char *text;
    assert_string_equal(
        forced_words(arena, "a\n#ifdef A\n#define Y 1\n#endif\n#if !A && B\nX\n#endif\n", &text),
        "not ! A && B and not A defined\n");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_untouched),
        cmocka_unit_test(test_touched_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
