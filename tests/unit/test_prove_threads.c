#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include "probe/protocol.h"
#include "prove/threads.h"

enum { RECORDS = 12 };

/* A proof whose scenario `threads` reported some records. */
struct staged {
    struct findings findings;
    struct module_report report;
    struct launcher launcher;
    struct symbolizer symbolizer;
    struct probe_record records[RECORDS];
    size_t n_records;
    struct proof proof;
};

static void
name_nothing(void *data, const char *path, uint64_t offset,
             struct binary_place *out_place)
{
    (void)data;
    (void)path;
    (void)offset;
    *out_place = (struct binary_place){.text = "place"};
}

static void
add_count(struct staged *staged, const char *what, const char *number)
{
    staged->records[staged->n_records++] =
        (struct probe_record){RECORD_COUNT, {what, number, "", "", "", "", "", ""}};
}

static struct staged *
stage(struct arena *arena, const char *gil)
{
    struct staged *staged = ARENA_NEW(arena, struct staged);
    findings_init(&staged->findings, arena);
    staged->report.gil = gil;
    staged->launcher.python.free_threaded = true;
    staged->launcher.seed = 7;
    staged->symbolizer.place = name_nothing;
    add_count(staged, COUNT_THREAD_FUNCTIONS, "4");
    add_count(staged, COUNT_THREAD_CALLED, "3");
    add_count(staged, COUNT_THREAD_INTERRUPTIONS, "9");
    staged->proof.arena = arena;
    staged->proof.findings = &staged->findings;
    staged->proof.report = &staged->report;
    staged->proof.launcher = &staged->launcher;
    staged->proof.symbolizer = &staged->symbolizer;
    staged->proof.module = "m";
    staged->proof.results[SCENARIO_THREADS].outcome = OUTCOME_PASS;
    return staged;
}

static void
read_staged(struct staged *staged)
{
    staged->proof.logs[SCENARIO_THREADS] = (struct probe_log){
        .records = staged->records, .n_records = staged->n_records};
    threads_read(&staged->proof);
}

static void
add_race(struct staged *staged)
{
    staged->records[staged->n_records++] = (struct probe_record){
        RECORD_RACE,
        {RACE_UPDATE, "count()", "count()", "m.so", "12d7", "it grew by 1, not by 2", "",
         ""}};
}

static void
a_race_of_what_is_declared_is_an_error(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct staged *staged = stage(arena, "not-used");
    add_race(staged);
    add_race(staged); /* the same: one finding */
    read_staged(staged);
    assert_int_equal(staged->report.threads, THREADS_VERDICT_UNSAFE);
    assert_int_equal(staged->report.thread_use.seed, 7);
    assert_int_equal(staged->findings.n_items, 1);
    const struct finding *finding = &staged->findings.items[0];
    assert_string_equal(finding->rule, "claim-gil-not-used");
    assert_int_equal(finding->level, LEVEL_ERROR);
    assert_non_null(strstr(finding->message, "an update by count() is lost"));
    assert_int_equal(staged->proof.results[SCENARIO_THREADS].outcome, OUTCOME_FAIL);
    arena_free(arena);
}

static void
a_race_of_what_is_not_declared_is_a_warning(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct staged *staged = stage(arena, NULL);
    add_race(staged);
    add_count(staged, COUNT_THREAD_GIL, "1");
    read_staged(staged);
    assert_int_equal(staged->report.threads, THREADS_VERDICT_UNSAFE);
    assert_int_equal(staged->findings.n_items, 1);
    assert_int_equal(staged->findings.items[0].level, LEVEL_WARNING);
    assert_non_null(strstr(staged->findings.items[0].message, "even with the GIL"));
    assert_int_equal(staged->proof.results[SCENARIO_THREADS].outcome, OUTCOME_PASS);
    arena_free(arena);
}

static void
a_race_of_what_is_asked_is_an_error(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct staged *staged = stage(arena, NULL);
    staged->launcher.claims_gil_unused = true;
    add_race(staged);
    read_staged(staged);
    assert_int_equal(staged->findings.n_items, 1);
    const struct finding *finding = &staged->findings.items[0];
    assert_int_equal(finding->level, LEVEL_ERROR);
    assert_non_null(strstr(finding->message, "before the module declares"));
    assert_int_equal(staged->proof.results[SCENARIO_THREADS].outcome, OUTCOME_FAIL);
    arena_free(arena);
}

/* How many notes ask for the declaration of a module that is safe. */
static size_t
suggestions_for(const char *gil, enum init_kind init, const char *import_gil,
                const char *dependencies)
{
    struct arena *arena = arena_new();
    struct staged *staged = stage(arena, gil);
    struct probe_record import = {RECORD_COUNT, {COUNT_GIL, import_gil}};
    staged->report.init = init;
    staged->proof.dependencies = dependencies;
    staged->proof.logs[SCENARIO_IMPORT] = (struct probe_log){
        .records = &import, .n_records = import_gil != NULL ? 1 : 0};
    read_staged(staged);
    size_t n = staged->findings.n_items;
    assert_int_equal(staged->report.threads, THREADS_VERDICT_SAFE);
    assert_true(n == 0 || strcmp(staged->findings.items[0].rule, "claim-missing") == 0);
    assert_true(n == 0 || staged->findings.items[0].level == LEVEL_NOTE);
    arena_free(arena);
    return n;
}

static void
what_is_safe_and_not_declared_is_a_note(void **state)
{
    (void)state;
    assert_int_equal(suggestions_for(NULL, INIT_MULTI, "1", NULL), 1);
    assert_int_equal(suggestions_for("used", INIT_MULTI, "1", NULL), 1);
    assert_int_equal(suggestions_for("not-used", INIT_MULTI, "0", NULL), 0);
    assert_int_equal(suggestions_for(NULL, INIT_SINGLE, "1", NULL), 1);
    /* another one may have enabled it */
    assert_int_equal(suggestions_for(NULL, INIT_SINGLE, "1", "other"), 0);
    assert_int_equal(suggestions_for(NULL, INIT_SINGLE, NULL, NULL), 0);
}

static const char *
reason_with(const char *what, const char *number)
{
    struct arena *arena = arena_new();
    struct staged *staged = stage(arena, "not-used");
    static char reason[200];
    if (what != NULL) {
        add_count(staged, what, number);
    }
    read_staged(staged);
    bool is_safe = staged->report.threads == THREADS_VERDICT_SAFE;
    assert_int_equal(is_safe, staged->report.threads_reason == NULL);
    snprintf(reason, sizeof reason, "%s", is_safe ? "" : staged->report.threads_reason);
    arena_free(arena);
    return reason;
}

static void
safe_needs_interruptions_of_all_calls_without_the_gil(void **state)
{
    (void)state;
    assert_string_equal(reason_with(NULL, NULL), "");
    assert_non_null(strstr(reason_with(COUNT_THREAD_GIL, "1"), "enables the GIL"));
    assert_non_null(strstr(reason_with(COUNT_THREAD_UNCONFIRMED, "1"), "not again"));
}

static void
safe_needs_what_could_show_a_race(void **state)
{
    (void)state;
    assert_non_null(strstr(reason_with(COUNT_THREAD_PAIRS_LEFT, "3"),
                           "no time was left for 3 pairs of calls"));
    assert_non_null(strstr(reason_with(COUNT_THREAD_CUT, "2"),
                           "no time was left for all places of 2 pairs of calls"));
    assert_non_null(strstr(reason_with(COUNT_THREAD_NEW_LEFT, "1"), "of new instances"));
    assert_non_null(strstr(reason_with(COUNT_THREAD_FIRST_LEFT, "1"), "1 first calls"));
    assert_non_null(strstr(reason_with(COUNT_THREAD_FAILED, "1"), "one after the other"));
}

static void
safe_needs_half_of_the_functions(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct staged *staged = stage(arena, "not-used");
    staged->records[1].fields[1] = "1";
    read_staged(staged);
    assert_int_equal(staged->report.threads, THREADS_VERDICT_NOT_SHOWN);
    assert_non_null(strstr(staged->report.threads_reason, "1 of 4 functions"));
    arena_free(arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_race_of_what_is_declared_is_an_error),
        cmocka_unit_test(a_race_of_what_is_not_declared_is_a_warning),
        cmocka_unit_test(a_race_of_what_is_asked_is_an_error),
        cmocka_unit_test(what_is_safe_and_not_declared_is_a_note),
        cmocka_unit_test(safe_needs_interruptions_of_all_calls_without_the_gil),
        cmocka_unit_test(safe_needs_what_could_show_a_race),
        cmocka_unit_test(safe_needs_half_of_the_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
