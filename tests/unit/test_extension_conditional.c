#include "cmocka_all.h"

#include <string.h>

#include "csource/lexer.h"
#include "extension/conditional.h"
#include "model/tokens.h"

/* What the line `X` of TEXT is under BUILD, with the #define directives of TEXT. */
static enum truth
truth_of_x(const char *text, const struct build *build)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct source_file file = {.path = "t.c", .is_project = true, .is_main = true};
    struct source_file *files[] = {&file};
    struct source source = {.n_files = 1};
    memcpy(&source.files, &(struct source_file **){files}, sizeof source.files);
    lex(arena, &file, text, (uint32_t)strlen(text));
    const struct conditions *conditions = conditions_new(arena, &source, build);
    uint32_t x = (uint32_t)(strstr(text, "\nX") + 1 - text);
    enum truth truth = conditions_at(conditions, &file, x);

    /* Asked for one token, the answer is the same. */
    uint32_t token = (uint32_t)source_token(&file, x);
    enum truth answer;
    conditions_evaluate(conditions, &file, &token, 1, &answer, NULL);
    assert_int_equal(answer, truth);
    return truth;
}

static const struct build from_3_9 = {.version = 0x03090000, .is_open = true};
static const struct build only_3_12 = {.version = 0x030c00f0};

static void
conditions__tell_what_holds_from_a_version_on(void **state)
{
    (void)state;
    const struct build *open = &from_3_9, *one = &only_3_12;
    assert_int_equal(truth_of_x("#if PY_MAJOR_VERSION < 3\nX\n#endif\n", open), TRUTH_NO);
    assert_int_equal(truth_of_x("#if PY_VERSION_HEX >= 0x03080000\nX\n#endif\n", open),
                     TRUTH_YES);
    assert_int_equal(truth_of_x("#if PY_VERSION_HEX >= 0x030c0000\nX\n#endif\n", open),
                     TRUTH_UNKNOWN);
    assert_int_equal(truth_of_x("#if PY_VERSION_HEX >= 0x030c0000\nX\n#endif\n", one),
                     TRUTH_YES);
    assert_int_equal(truth_of_x("#if PY_MINOR_VERSION > 12\nX\n#endif\n", one), TRUTH_NO);
    assert_int_equal(truth_of_x("#if 0x03080000 > PY_VERSION_HEX || 0\nX\n#endif\n", open),
                     TRUTH_NO);
    assert_int_equal(
        truth_of_x("#if PY_MAJOR_VERSION >= 3\n#elif A\nX\n#else\n#endif\n", open),
        TRUTH_NO);
    assert_int_equal(truth_of_x("#if !(PY_MAJOR_VERSION == 3)\n#else\nX\n#endif\n", open),
                     TRUTH_YES);
}

static void
conditions__leave_other_implementations_open(void **state)
{
    (void)state;
    assert_int_equal(truth_of_x("#ifdef PYPY_VERSION\nX\n#endif\n", &from_3_9),
                     TRUTH_UNKNOWN);
    assert_int_equal(truth_of_x("#ifdef PYPY_VERSION\nX\n#endif\n", &only_3_12),
                     TRUTH_NO);
    assert_int_equal(truth_of_x("#ifdef Py_LIMITED_API\nX\n#endif\n", &from_3_9),
                     TRUTH_UNKNOWN);
    assert_int_equal(truth_of_x("#ifdef Py_LIMITED_API\nX\n#endif\n", &only_3_12),
                     TRUTH_NO);
}

static void
conditions__know_the_project_s_definitions_in_their_order(void **state)
{
    (void)state;
    const struct build *open = &from_3_9;
    assert_int_equal(truth_of_x("#if PY_MAJOR_VERSION >= 3\n#define A 1\n#endif\n"
                                "#if A\nX\n#endif\n",
                                open),
                     TRUTH_YES);
    assert_int_equal(truth_of_x("#if PY_MAJOR_VERSION >= 3\n#define A 1\n#undef A\n#endif\n"
                                "#if A\nX\n#endif\n",
                                open),
                     TRUTH_NO);
    assert_int_equal(truth_of_x("#if PY_MAJOR_VERSION >= 3\n#define A 0\n#undef A\n"
                                "#define A 2\n#endif\n#if A == 2\nX\n#endif\n",
                                open),
                     TRUTH_YES);
    assert_int_equal(
        truth_of_x("#if PY_MAJOR_VERSION < 3\n#define A\n#endif\n#ifdef A\nX\n#endif\n",
                   open),
        TRUTH_NO);
    assert_int_equal(
        truth_of_x("#define NEW PY_VERSION_HEX >= 0x03080000\n#if NEW\nX\n#endif\n", open),
        TRUTH_YES);
    assert_int_equal(truth_of_x("#if A + 1 > 0\nX\n#endif\n", open), TRUTH_UNKNOWN);
}

/* What a configured header or a developer defines is another's to define otherwise. */
static void
conditions__leave_settings_open(void **state)
{
    (void)state;
    const char *const text = "#define A 1\n#if A\nX\n#endif\n";
    assert_int_equal(truth_of_x(text, &from_3_9), TRUTH_UNKNOWN);
    assert_int_equal(truth_of_x(text, &only_3_12), TRUTH_YES);
    assert_int_equal(truth_of_x("#define A 1\n#undef A\n#if A\nX\n#endif\n", &from_3_9),
                     TRUTH_UNKNOWN);
}

static void
conditions__take_no_condition_for_a_guard_but_a_guard(void **state)
{
    (void)state;
    const struct build *open = &from_3_9;
    assert_int_equal(truth_of_x("#ifndef A_H\n#define A_H\nX\n#endif\n", open), TRUTH_YES);
    assert_int_equal(truth_of_x("#if !defined(A_H)\n#define A_H\nX\n#endif\n", open),
                     TRUTH_YES);
    assert_int_equal(
        truth_of_x("/* A */\n#pragma once\n/* B */\n#ifndef A_H\n#define A_H\nX\n#endif\n",
                   open),
        TRUTH_YES);
    assert_int_equal(truth_of_x("#pragma A\n#ifndef A_H\n#define A_H\nX\n#endif\n", open),
                     TRUTH_UNKNOWN);
    assert_int_equal(truth_of_x("#if PY_MAJOR_VERSION < 3\nint a;\nX\n#endif\n", open),
                     TRUTH_NO);
    assert_int_equal(truth_of_x("#ifdef A\nX\n#endif\n", open), TRUTH_UNKNOWN);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions__tell_what_holds_from_a_version_on),
        cmocka_unit_test(conditions__leave_other_implementations_open),
        cmocka_unit_test(conditions__know_the_project_s_definitions_in_their_order),
        cmocka_unit_test(conditions__leave_settings_open),
        cmocka_unit_test(conditions__take_no_condition_for_a_guard_but_a_guard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
