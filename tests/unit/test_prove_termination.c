#include "cmocka_all.h"

#include <signal.h>
#include <string.h>

#include "prove/proof.h"

static struct probe_log
read_answer(struct arena *arena, const char *answer, struct child_result result)
{
    struct probe_log log;
    strbuf_init(&result.output);
    strbuf_init(&result.errors);
    strbuf_init(&result.answer);
    strbuf_add_string(&result.answer, answer);
    probe_log_read(arena, &result, &log);
    child_result_done(&result);
    return log;
}

static enum termination
end(const char *answer, struct child_result result)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct probe_log log = read_answer(arena, answer, result);
    return termination_of(&log);
}

static void
termination_of__tells_how_the_process_ended(void **state)
{
    (void)state;
    assert_int_equal(end("done\n", (struct child_result){0}), TERMINATION_NORMAL);
    assert_int_equal(end("phase\timport\n", (struct child_result){.exit_code = 0}),
                     TERMINATION_EXIT);
    assert_int_equal(end("crash\t11\t10\n", (struct child_result){.signal_number = 11}),
                     TERMINATION_CRASH);
    assert_int_equal(end("", (struct child_result){.signal_number = SIGKILL}),
                     TERMINATION_CRASH);
    assert_int_equal(
        end("", (struct child_result){.signal_number = SIGKILL, .timed_out = true}),
        TERMINATION_TIMEOUT);
    assert_int_equal(end("stuck\n", (struct child_result){.exit_code = 97}),
                     TERMINATION_TIMEOUT);
    assert_int_equal(
        end("trouble\tno memory\n", (struct child_result){.exit_code = 97}),
        TERMINATION_TROUBLE);
}

static void
termination_of__death_after_the_last_record_is_a_crash(void **state)
{
    (void)state;
    assert_int_equal(end("done\n", (struct child_result){.signal_number = SIGSEGV}),
                     TERMINATION_CRASH);
}

static void
termination_text__names_the_call_under_way(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct probe_log log =
        read_answer(arena, "phase\texercise\nstep\tspam(3)\tspam\ncrash\t11\t10\n",
                    (struct child_result){.signal_number = SIGSEGV});
    assert_string_equal(termination_text(arena, &log),
                        "crashes with SIGSEGV in spam(3)");
}

static void
termination_text__tells_a_hang_from_a_busy_machine(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct child_result result = {
        .signal_number = SIGKILL, .timed_out = true, .seconds = 240};
    struct probe_log log = read_answer(arena, "phase\timport\n", result);
    assert_string_equal(termination_text(arena, &log), "hangs in the phase 'import'");
    result.starved = true;
    log = read_answer(arena, "phase\timport\n", result);
    assert_int_equal(termination_of(&log), TERMINATION_TIMEOUT);
    assert_string_equal(termination_text(arena, &log),
                        "got almost no CPU time in 240 s and was killed in the phase "
                        "'import'");
}

static bool
is_in_module(const char *answer)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct probe_log log =
        read_answer(arena, answer, (struct child_result){.signal_number = SIGSEGV});
    return termination_is_in_module(&log);
}

static void
termination_is_in_module__looks_past_the_c_library_only(void **state)
{
    (void)state;
    assert_true(is_in_module("crash\t11\t0\nframe\t/site/spam.so\t30\ttarget\n"));
    assert_true(is_in_module("crash\t11\t0\nframe\t/lib/libc.so\t20\tsystem\n"
                             "frame\t/site/spam.so\t30\ttarget\n"));
    assert_false(is_in_module("crash\t11\t0\nframe\t/lib/libpython.so\t20\tcore\n"
                              "frame\t/site/spam.so\t30\ttarget\n"));
    assert_false(is_in_module("crash\t11\t0\n"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(termination_of__tells_how_the_process_ended),
        cmocka_unit_test(termination_of__death_after_the_last_record_is_a_crash),
        cmocka_unit_test(termination_text__names_the_call_under_way),
        cmocka_unit_test(termination_text__tells_a_hang_from_a_busy_machine),
        cmocka_unit_test(termination_is_in_module__looks_past_the_c_library_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
