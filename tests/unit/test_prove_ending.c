#include "cmocka_all.h"

#include <signal.h>
#include <string.h>

#include "prove/proof.h"

static struct testimony
read_answer(struct arena *arena, const char *answer, struct child_result result)
{
    struct testimony testimony;
    strbuf_init(&result.output);
    strbuf_init(&result.errors);
    strbuf_init(&result.answer);
    strbuf_add_string(&result.answer, answer);
    testimony_read(arena, &result, &testimony);
    child_result_done(&result);
    return testimony;
}

static enum ending
end(const char *answer, struct child_result result)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct testimony testimony = read_answer(arena, answer, result);
    return ending_of(&testimony);
}

static void
ending_of__tells_how_the_process_ended(void **state)
{
    (void)state;
    assert_int_equal(end("done\n", (struct child_result){0}), ENDING_FINE);
    assert_int_equal(end("phase\timport\n", (struct child_result){.exit_code = 0}),
                     ENDING_EXIT);
    assert_int_equal(end("crash\t11\t10\n", (struct child_result){.signal_number = 11}),
                     ENDING_CRASH);
    assert_int_equal(end("", (struct child_result){.signal_number = SIGKILL}),
                     ENDING_CRASH);
    assert_int_equal(
        end("", (struct child_result){.signal_number = SIGKILL, .timed_out = true}),
        ENDING_TIMEOUT);
    assert_int_equal(end("stuck\n", (struct child_result){.exit_code = 97}),
                     ENDING_TIMEOUT);
    assert_int_equal(
        end("trouble\tno memory\n", (struct child_result){.exit_code = 97}),
        ENDING_TROUBLE);
}

static void
ending_of__death_after_the_last_record_is_a_crash(void **state)
{
    (void)state;
    assert_int_equal(end("done\n", (struct child_result){.signal_number = SIGSEGV}),
                     ENDING_CRASH);
}

static void
ending_text__names_the_call_under_way(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct testimony testimony =
        read_answer(arena, "phase\texercise\nstep\tspam(3)\tspam\ncrash\t11\t10\n",
                    (struct child_result){.signal_number = SIGSEGV});
    assert_string_equal(ending_text(arena, &testimony),
                        "crashes with SIGSEGV in spam(3)");
}

static void
ending_text__tells_a_hang_from_a_busy_machine(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct child_result result = {
        .signal_number = SIGKILL, .timed_out = true, .seconds = 240};
    struct testimony testimony = read_answer(arena, "phase\timport\n", result);
    assert_string_equal(ending_text(arena, &testimony),
                        "does not come back in the phase `import`");
    result.starved = true;
    testimony = read_answer(arena, "phase\timport\n", result);
    assert_int_equal(ending_of(&testimony), ENDING_TIMEOUT);
    assert_string_equal(ending_text(arena, &testimony),
                        "got hardly any processor time in 240 s, and was ended in the "
                        "phase `import`");
}

static bool
is_in_module(const char *answer)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct testimony testimony =
        read_answer(arena, answer, (struct child_result){.signal_number = SIGSEGV});
    return ending_is_in_module(&testimony);
}

static void
ending_is_in_module__looks_past_the_c_library_only(void **state)
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
        cmocka_unit_test(ending_of__tells_how_the_process_ended),
        cmocka_unit_test(ending_of__death_after_the_last_record_is_a_crash),
        cmocka_unit_test(ending_text__names_the_call_under_way),
        cmocka_unit_test(ending_text__tells_a_hang_from_a_busy_machine),
        cmocka_unit_test(ending_is_in_module__looks_past_the_c_library_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
