#include "cmocka_all.h"

#include <string.h>

#include "commands/option.h"

struct values {
    const char *word;
    struct words words;
    bool flag;
    int number;
    double seconds;
};

static const struct option table[] = {
    {"word", 'w', OPTION_WORD, OPTION(struct values, word), "one|two", ""},
    {"words", 0, OPTION_WORDS, OPTION(struct values, words), "NAME", ""},
    {"flag", 'f', OPTION_FLAG, OPTION(struct values, flag), NULL, ""},
    {"number", 'n', OPTION_NUMBER, OPTION(struct values, number), "N", ""},
    {"seconds", 0, OPTION_SECONDS, OPTION(struct values, seconds), "S", ""},
    {0},
};

struct scene {
    struct arena *arena;
    struct values values;
    struct words operands, after, given;
    struct error err;
};

static int
parse(struct scene *scene, const char *line)
{
    char *argv[32];
    int argc = 0;
    char *copy = arena_string(scene->arena, line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        argv[argc++] = word;
    }
    const struct option *const tables[] = {table, NULL};
    return options_parse(scene->arena, tables, argc, argv, &scene->values,
                         &scene->operands, &scene->after, &scene->given,
                         &scene->err);
}

static void
options_parse__takes_every_spelling(void **state)
{
    (void)state;
    struct scene scene = {.arena = arena_new()};
    assert_int_equal(parse(&scene, "a --word=one -fw two --words x b --words=y -n3 "
                                   "--seconds 0.5 - -- --flag c"),
                     0);
    assert_string_equal(scene.values.word, "two");
    assert_true(scene.values.flag);
    assert_int_equal(scene.values.words.n_items, 2);
    assert_string_equal(scene.values.words.items[1], "y");
    assert_int_equal(scene.values.number, 3);
    assert_true(scene.values.seconds > 0.49 && scene.values.seconds < 0.51);
    assert_int_equal(scene.operands.n_items, 3);
    assert_true(words_have(&scene.given, "flag"));
    assert_true(words_have(&scene.given, "seconds"));
    assert_false(words_have(&scene.given, "c"));
    assert_string_equal(scene.operands.items[2], "-");
    assert_int_equal(scene.after.n_items, 2);
    assert_string_equal(scene.after.items[0], "--flag");
    arena_free(scene.arena);
}

static void
options_parse__refuses_what_does_not_fit(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "--nope",   "-x",         "--word three", "--word=",      "--word=on",
        "--flag=1", "--number 0", "--number 1x",  "--seconds -1", "--word",
        "-w",       "--wor one",  "--seconds nan"};
    for (size_t i = 0; i < ARRAY_LENGTH(lines); i++) {
        struct scene scene = {.arena = arena_new()};
        assert_int_equal(parse(&scene, lines[i]), -1);
        assert_int_equal(scene.err.kind, ERROR_USAGE);
        assert_true(strlen(scene.err.message) > 5);
        arena_free(scene.arena);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_parse__takes_every_spelling),
        cmocka_unit_test(options_parse__refuses_what_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
