#include "cmocka_all.h"

#include <string.h>

#include "probe/protocol.h"
#include "prove/probe_log.h"

static struct probe_log
read_answer(struct arena *arena, const char *answer, struct child_result result)
{
    struct probe_log log;
    strbuf_init(&result.output);
    strbuf_init(&result.errors);
    strbuf_init(&result.answer);
    strbuf_add_string(&result.answer, answer);
    strbuf_add_string(&result.errors, "first line\nlast line\n\n");
    probe_log_read(arena, &result, &log);
    child_result_done(&result);
    return log;
}

static void
probe_log_read__splits_records_and_fields(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct probe_log log =
        read_answer(arena, "phase\timport\nword\t4148\tobject\t\tError\ndone\n",
                    (struct child_result){0});
    assert_int_equal(log.n_records, 3);
    const struct probe_record *word = probe_log_find(&log, RECORD_WORD);
    assert_non_null(word);
    assert_int_equal(record_hex(word, 0), 0x4148);
    assert_string_equal(word->fields[1], "object");
    assert_string_equal(word->fields[2], "");
    assert_string_equal(word->fields[3], "Error");
    assert_string_equal(word->fields[7], "");
    assert_true(log.done);
    assert_string_equal(log.last_error, "last line");
}

static void
probe_log_read__undoes_escapes_so_that_no_field_forges_a_record(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct probe_log log =
        read_answer(arena, "failed\tmain\tE\tone\\x0adone\\x09two \\x5cx\n",
                    (struct child_result){0});
    assert_int_equal(log.n_records, 1);
    assert_false(log.done);
    assert_string_equal(log.records[0].fields[2], "one\ndone\ttwo \\x");
}

static void
probe_log_read__leaves_out_an_unfinished_record(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct probe_log log =
        read_answer(arena, "phase\timport\ndon", (struct child_result){0});
    assert_int_equal(log.n_records, 1);
    assert_false(log.done);
}

static void
probe_log_read__more_fields_than_known__are_left_out(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct probe_log log = read_answer(arena, "leak\t1\t2\t3\t4\t5\t6\t7\t8\t9\t10\n",
                                       (struct child_result){0});
    assert_int_equal(log.n_records, 1);
    assert_string_equal(log.records[0].fields[RECORD_FIELDS - 1], "8");
}

static void
probe_log_read__last_step_belongs_to_the_last_phase(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct probe_log log =
        read_answer(arena, "phase\texercise\nstep\tspam()\tspam\nphase\tdrop\n",
                    (struct child_result){0});
    assert_string_equal(log.phase, "drop");
    assert_string_equal(log.step, "");
    log = read_answer(arena, "phase\texercise\nstep\tspam()\tspam\n",
                      (struct child_result){0});
    assert_string_equal(log.step, "spam()");
    assert_string_equal(log.root, "spam");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probe_log_read__splits_records_and_fields),
        cmocka_unit_test(
            probe_log_read__undoes_escapes_so_that_no_field_forges_a_record),
        cmocka_unit_test(probe_log_read__leaves_out_an_unfinished_record),
        cmocka_unit_test(probe_log_read__more_fields_than_known__are_left_out),
        cmocka_unit_test(probe_log_read__last_step_belongs_to_the_last_phase),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
