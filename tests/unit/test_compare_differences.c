#include "cmocka_all.h"

#include <string.h>

#include "compare/differences.h"

/* BEFORE, seen twice, and AFTER. */
struct pair {
    struct arena *arena;
    struct build before, control, after;
    struct findings findings;
};

static void
pair_init(struct pair *pair)
{
    pair->arena = arena_new();
    build_init(&pair->before, pair->arena);
    build_init(&pair->control, pair->arena);
    build_init(&pair->after, pair->arena);
    findings_init(&pair->findings, pair->arena);
    pair->after.path = "after.so";
    pair->after.module = "spam";
}

static void
pair_done(struct pair *pair)
{
    arena_free(pair->arena);
}

/* NULL: not seen there. */
static void
see(struct pair *pair, const char *subject, const char *name, const char *before,
    const char *after)
{
    if (before != NULL) {
        build_add(&pair->before, subject, name, before);
        build_add(&pair->control, subject, name, before);
    }
    if (after != NULL) {
        build_add(&pair->after, subject, name, after);
    }
}

static struct comparison
compare(struct pair *pair, int minor)
{
    struct comparison comparison = {
        .before = &pair->before,
        .control = &pair->control,
        .after = &pair->after,
        .minor = minor,
        .findings = &pair->findings,
    };
    differences_find(&comparison);
    return comparison;
}

static void
see_conversion(struct pair *pair)
{
    see(pair, "Spam", "type", "class type", "class type");
    see(pair, "Spam", "flag HEAPTYPE", "False", "True");
    see(pair, "Spam", "flag HAVE_GC", "False", "True");
}

static void
differences_find__nothing_between_equal_builds(void **state)
{
    (void)state;
    CLEANUP(pair_done) struct pair pair;
    pair_init(&pair);
    see(&pair, "", "module.__name__", "'spam'", "'spam'");
    see(&pair, "Spam", "type", "class type", "class type");
    struct comparison comparison = compare(&pair, 13);
    assert_int_equal(pair.findings.n_items, 0);
    assert_int_equal(comparison.n_observations, 2);
    assert_int_equal(comparison.n_types, 1);
}

static void
differences_find__equal_changes_of_a_type_are_one_finding(void **state)
{
    (void)state;
    CLEANUP(pair_done) struct pair pair;
    pair_init(&pair);
    see(&pair, "Spam", "type", "class type", "class type");
    see(&pair, "Spam", "pickled o, protocol 0", "class Spam", "raises TypeError: no");
    see(&pair, "Spam", "pickled o, protocol 1", "class Spam", "raises TypeError: no");
    compare(&pair, 13);
    assert_int_equal(pair.findings.n_items, 1);
    const struct finding *finding = &pair.findings.items[0];
    assert_string_equal(finding->rule, "type-differs");
    assert_string_equal(finding->symbol, "Spam");
    assert_string_equal(finding->scenario, "pickled o, protocol 0");
    assert_string_equal(
        finding->message,
        "pickled o, protocol 0: was class Spam, is raises TypeError: no");
    assert_string_equal(finding->evidence[2], "also: pickled o, protocol 1");
}

static void
differences_find__what_changes_by_itself_is_left_out(void **state)
{
    (void)state;
    CLEANUP(pair_done) struct pair pair;
    pair_init(&pair);
    build_add(&pair.before, "", "attribute PID", "1");
    build_add(&pair.control, "", "attribute PID", "2");
    build_add(&pair.after, "", "attribute PID", "3");
    struct comparison comparison = compare(&pair, 13);
    assert_int_equal(pair.findings.n_items, 0);
    assert_int_equal(comparison.n_unstable, 1);
}

static void
differences_find__only_attributes_are_missed(void **state)
{
    (void)state;
    CLEANUP(pair_done) struct pair pair;
    pair_init(&pair);
    see(&pair, "", "attribute eggs", "1", NULL);
    see(&pair, "", "eggs()", "None", NULL);
    compare(&pair, 13);
    assert_int_equal(pair.findings.n_items, 1);
    assert_string_equal(pair.findings.items[0].rule, "init-differs");
    assert_string_equal(pair.findings.items[0].message,
                        "attribute eggs: was 1, is absent");
}

static void
differences_find__a_step_that_ends_the_process_is_an_error(void **state)
{
    (void)state;
    CLEANUP(pair_done) struct pair pair;
    pair_init(&pair);
    see(&pair, "", "eggs()", "None", NULL);
    build_add_termination(&pair.after, "", "eggs()", "crashes with SIGSEGV");
    compare(&pair, 13);
    assert_int_equal(pair.findings.n_items, 1);
    assert_int_equal(pair.findings.items[0].level, LEVEL_ERROR);
}

static void
differences_find__a_type_of_one_build_is_one_finding(void **state)
{
    (void)state;
    CLEANUP(pair_done) struct pair pair;
    pair_init(&pair);
    see(&pair, "Spam", "type", "class type", NULL);
    see(&pair, "Spam", "repr(T)", "<class 'spam.Spam'>", NULL);
    see(&pair, "Eggs", "type", NULL, "class type");
    compare(&pair, 13);
    assert_int_equal(pair.findings.n_items, 2);
    assert_string_equal(pair.findings.items[0].message,
                        "the type is no longer reachable");
    assert_string_equal(pair.findings.items[1].message, "the type is new");
}

static void
differences_find__inherent_differences_are_one_note(void **state)
{
    (void)state;
    CLEANUP(pair_done) struct pair pair;
    pair_init(&pair);
    see_conversion(&pair);
    see(&pair, "Spam", "sys.getsizeof(o)", "32", "48");
    see(&pair, "Spam", "attribute __module__", NULL, "a builtins.str");
    compare(&pair, 13);
    assert_int_equal(pair.findings.n_items, 1);
    assert_string_equal(pair.findings.items[0].rule, "type-inherent-difference");
    assert_int_equal(pair.findings.items[0].level, LEVEL_NOTE);
    assert_int_equal(pair.findings.items[0].n_evidence, 4);
}

static void
differences_find__inherent_only_where_a_static_type_became_a_heap_type(void **state)
{
    (void)state;
    CLEANUP(pair_done) struct pair pair;
    pair_init(&pair);
    see(&pair, "Spam", "type", "class type", "class type");
    see(&pair, "Spam", "flag HEAPTYPE", "True", "True");
    see(&pair, "Spam", "sys.getsizeof(o)", "32", "48");
    see(&pair, "Spam", "flag HAVE_GC", "False", "True");
    compare(&pair, 13);
    assert_int_equal(pair.findings.n_items, 2);
    assert_string_equal(pair.findings.items[0].rule, "type-differs");
    assert_string_equal(pair.findings.items[1].rule, "type-differs");
}

static void
differences_find__another_size_is_not_inherent(void **state)
{
    (void)state;
    CLEANUP(pair_done) struct pair pair;
    pair_init(&pair);
    see_conversion(&pair);
    see(&pair, "Spam", "sys.getsizeof(o)", "32", "56");
    see(&pair, "Spam", "attribute __module__", "a builtins.str", NULL);
    compare(&pair, 13);
    assert_int_equal(pair.findings.n_items, 3);
}

static void
differences_find__one_more_pointer_is_inherent(void **state)
{
    (void)state;
    CLEANUP(pair_done) struct pair pair;
    pair_init(&pair);
    see_conversion(&pair);
    see(&pair, "Spam", "T.__basicsize__", "24", "32");
    see(&pair, "Spam", "o.__sizeof__()", "24", "32");
    see(&pair, "Spam", "sys.getsizeof(o)", "24", "48");
    see(&pair, "Spam", "__weakrefoffset__ of class S(T)", "24", "32");
    compare(&pair, 13);
    assert_int_equal(pair.findings.n_items, 1);
    assert_string_equal(pair.findings.items[0].rule, "type-inherent-difference");
}

static void
differences_find__two_more_pointers_are_not_inherent(void **state)
{
    (void)state;
    CLEANUP(pair_done) struct pair pair;
    pair_init(&pair);
    see_conversion(&pair);
    see(&pair, "Spam", "T.__basicsize__", "24", "40");
    compare(&pair, 13);
    assert_int_equal(pair.findings.n_items, 2);
}

static void
differences_find__mutability_is_inherent_on_3_9_only(void **state)
{
    (void)state;
    static const char was[] =
        "raises TypeError: can't set attributes of built-in/extension type 'spam.Spam'";
    CLEANUP(pair_done) struct pair old;
    CLEANUP(pair_done) struct pair new;
    pair_init(&old);
    pair_init(&new);
    see_conversion(&old);
    see_conversion(&new);
    see(&old, "Spam", "T.insulate_new = …", was, "works");
    see(&new, "Spam", "T.insulate_new = …", was, "works");
    compare(&old, 9);
    compare(&new, 10);
    assert_int_equal(old.findings.n_items, 1);
    assert_int_equal(new.findings.n_items, 2);
}

static void
differences_find__a_reduce_ex_counts_as_inherent_if_it_keeps_pickling(void **state)
{
    (void)state;
    static const char method[] = "a builtins.method_descriptor, __qualname__ 'x'";
    CLEANUP(pair_done) struct pair kept;
    CLEANUP(pair_done) struct pair lost;
    pair_init(&kept);
    pair_init(&lost);
    see_conversion(&kept);
    see_conversion(&lost);
    see(&kept, "Spam", "attribute __reduce_ex__", NULL, method);
    see(&lost, "Spam", "attribute __reduce_ex__", NULL, method);
    see(&kept, "Spam", "pickled o, protocol 0", "raises TypeError", "raises TypeError");
    see(&lost, "Spam", "pickled o, protocol 0", "raises TypeError", "class Spam");
    compare(&kept, 13);
    compare(&lost, 13);
    assert_int_equal(kept.findings.n_items, 1);
    assert_int_equal(lost.findings.n_items, 3);
}

static void
differences_find__pickling_that_ends_in_an_exception_is_inherent(void **state)
{
    (void)state;
    static const char was[] = "raises TypeError: cannot pickle 'Spam' object";
    static const char is[] = "raises TypeError: object.__new__(Spam) is not safe";
    CLEANUP(pair_done) struct pair refused;
    CLEANUP(pair_done) struct pair lost;
    pair_init(&refused);
    pair_init(&lost);
    see_conversion(&refused);
    see_conversion(&lost);
    see(&refused, "Spam", "o.__reduce_ex__(0)", was, "class tuple");
    see(&lost, "Spam", "o.__reduce_ex__(0)", was, "class tuple");
    see(&refused, "Spam", "pickled o, protocol 0", was, is);
    see(&lost, "Spam", "pickled o, protocol 0", was, is);
    see(&refused, "Spam", "pickled o, protocol 1", was, is);
    see(&lost, "Spam", "pickled o, protocol 1", was, "class Spam");
    compare(&refused, 13);
    compare(&lost, 13);
    assert_int_equal(refused.findings.n_items, 1);
    assert_string_equal(refused.findings.items[0].rule, "type-inherent-difference");
    assert_int_equal(lost.findings.n_items, 4);
}

static void
differences_find__a_type_without_instances_is_said(void **state)
{
    (void)state;
    static const char *unseen[] = {"Spam"};
    CLEANUP(pair_done) struct pair pair;
    pair_init(&pair);
    see(&pair, "Spam", "type", "class type", "class type");
    pair.before.unseen = pair.after.unseen = unseen;
    pair.before.n_unseen = pair.after.n_unseen = 1;
    compare(&pair, 13);
    assert_int_equal(pair.findings.n_items, 1);
    assert_string_equal(pair.findings.items[0].rule, "type-not-compared");
    pair.after.n_unseen = 0;
    compare(&pair, 13);
    assert_string_equal(pair.findings.items[1].rule, "type-differs");
}

static void
differences_find__a_long_value_is_shown_where_it_differs(void **state)
{
    (void)state;
    CLEANUP(pair_done) struct pair pair;
    pair_init(&pair);
    char before[401], after[401];
    memset(before, 'x', 400);
    memset(after, 'x', 400);
    before[400] = after[400] = '\0';
    after[350] = 'y';
    see(&pair, "", "module.__doc__", before, after);
    compare(&pair, 13);
    assert_int_equal(pair.findings.n_items, 1);
    assert_non_null(strchr(pair.findings.items[0].message, 'y'));
    assert_true(strlen(pair.findings.items[0].message) < 400);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_find__nothing_between_equal_builds),
        cmocka_unit_test(differences_find__equal_changes_of_a_type_are_one_finding),
        cmocka_unit_test(differences_find__what_changes_by_itself_is_left_out),
        cmocka_unit_test(differences_find__only_attributes_are_missed),
        cmocka_unit_test(differences_find__a_step_that_ends_the_process_is_an_error),
        cmocka_unit_test(differences_find__a_type_of_one_build_is_one_finding),
        cmocka_unit_test(differences_find__inherent_differences_are_one_note),
        cmocka_unit_test(
            differences_find__inherent_only_where_a_static_type_became_a_heap_type),
        cmocka_unit_test(differences_find__another_size_is_not_inherent),
        cmocka_unit_test(differences_find__one_more_pointer_is_inherent),
        cmocka_unit_test(differences_find__two_more_pointers_are_not_inherent),
        cmocka_unit_test(differences_find__mutability_is_inherent_on_3_9_only),
        cmocka_unit_test(
            differences_find__a_reduce_ex_counts_as_inherent_if_it_keeps_pickling),
        cmocka_unit_test(
            differences_find__pickling_that_ends_in_an_exception_is_inherent),
        cmocka_unit_test(differences_find__a_type_without_instances_is_said),
        cmocka_unit_test(differences_find__a_long_value_is_shown_where_it_differs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
