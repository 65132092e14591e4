#include "cmocka_all.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"

static struct child_result
run_shell(const char *script, struct child_request request)
{
    const char *argv[] = {"sh", "-c", script, NULL};
    request.argv = argv;
    struct child_result result;
    struct error err = ERROR_INIT;
    assert_int_equal(child_run(&request, &result, &err), 0);
    return result;
}

static void
child_run__keeps_output_and_exit_code(void **state)
{
    (void)state;
    struct child_result result =
        run_shell("echo out; echo err >&2; exit 7", (struct child_request){0});
    assert_string_equal(result.output.text, "out\n");
    assert_string_equal(result.errors.text, "err\n");
    assert_int_equal(result.exit_code, 7);
    assert_int_equal(result.signal_number, 0);
    child_result_done(&result);
}

static void
child_run__hears_the_answer_pipe_apart_from_stdout(void **state)
{
    (void)state;
    struct child_result result = run_shell("echo noise; echo answer >&5",
                                           (struct child_request){.answer_fd = 5});
    assert_string_equal(result.output.text, "noise\n");
    assert_string_equal(result.answer.text, "answer\n");
    child_result_done(&result);
}

static void
child_run__ends_what_hangs(void **state)
{
    (void)state;
    struct child_result result =
        run_shell("sleep 100 & sleep 100", (struct child_request){.timeout_ms = 100});
    assert_true(result.timed_out);
    assert_int_equal(result.exit_code, -1);
    child_result_done(&result);
}

static void
child_run__ends_a_busy_loop(void **state)
{
    (void)state;
    struct child_result result =
        run_shell("while :; do :; done", (struct child_request){.timeout_ms = 300});
    assert_true(result.timed_out);
    child_result_done(&result);
}

static void
child_run__ends_what_is_silent_for_too_long(void **state)
{
    (void)state;
    struct child_request request = {
        .answer_fd = 5, .silence_ms = 300, .timeout_ms = 60000};
    struct child_result result =
        run_shell("echo begin >&5; while :; do :; done", request);
    assert_true(result.timed_out);
    assert_false(result.starved);
    assert_true(result.own_seconds < 30);
    child_result_done(&result);
    result = run_shell("for i in 1 2 3 4 5 6; do echo $i >&5; sleep 0.15; done", request);
    assert_false(result.timed_out);
    assert_int_equal(result.exit_code, 0);
    child_result_done(&result);
}

/* Busy loops on the one processor that this process may use from now on. */
static void
start_hogs(pid_t *hogs, int n)
{
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET((size_t)sched_getcpu(), &processors);
    assert_int_equal(sched_setaffinity(0, sizeof processors, &processors), 0);
    for (int i = 0; i < n; i++) {
        hogs[i] = fork();
        if (hogs[i] == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            for (;;) {
                __asm__ volatile("");
            }
        }
    }
}

static void
wait_in_spite_of_others(struct child_request request)
{
    enum { HOGS = 6 };
    pid_t hogs[HOGS];
    cpu_set_t before;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    start_hogs(hogs, HOGS);
    struct child_result result =
        run_shell("echo begin >&5; i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done",
                  request);
    for (int i = 0; i < HOGS; i++) {
        kill(hogs[i], SIGKILL);
        waitpid(hogs[i], NULL, 0);
    }
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
    assert_false(result.timed_out);
    assert_int_equal(result.exit_code, 0);
    assert_true(result.own_seconds < result.seconds);
    child_result_done(&result);
}

static void
child_run__waits_for_a_child_that_others_keep_from_running(void **state)
{
    (void)state;
    wait_in_spite_of_others((struct child_request){.answer_fd = 5, .timeout_ms = 600});
    wait_in_spite_of_others((struct child_request){.answer_fd = 5, .silence_ms = 600});
}

static void
child_run__ends_daemons_when_it_adopts_orphans(void **state)
{
    (void)state;
    child_adopt_orphans();
    struct child_result result =
        run_shell("setsid sh -c 'echo $$; exec sleep 100' & sleep 0.3",
                  (struct child_request){.timeout_ms = 60000});
    pid_t daemon = (pid_t)strtol(result.output.text, NULL, 10);
    assert_true(daemon > 1);
    assert_int_equal(kill(daemon, 0), -1);
    child_result_done(&result);
}

static void
child_run__returns_though_a_grandchild_holds_the_pipe(void **state)
{
    (void)state;
    struct child_result result =
        run_shell("sleep 100 & exit 0", (struct child_request){.timeout_ms = 60000});
    assert_false(result.timed_out);
    assert_int_equal(result.exit_code, 0);
    child_result_done(&result);
}

static void
child_start__runs_beside_others_until_it_is_stopped(void **state)
{
    (void)state;
    const char *const argv[] = {"sh", "-c", "echo $$ >&7; exec sleep 100", NULL};
    struct child_request request = {.argv = argv, .answer_fd = 7};
    struct child_process process;
    struct error err = ERROR_INIT;
    int ends[2];
    char text[32] = "";
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(child_start(&request, ends[1], &process, &err), 0);
    assert_true(read(ends[0], text, sizeof text - 1) > 0);
    assert_int_equal(strtol(text, NULL, 10), process.pid);
    child_adopt_orphans(); /* a child that is no orphan stays when another ends */
    struct child_result result = run_shell("true", (struct child_request){0});
    child_result_done(&result);
    assert_int_equal(kill(process.pid, 0), 0);
    child_stop(&process);
    assert_int_equal(kill(process.pid, 0), -1);
    close(ends[0]);
    close(ends[1]);
}

static void
child_start__a_missing_program_is_an_error(void **state)
{
    (void)state;
    const char *const argv[] = {"insulate-no-such-program", NULL};
    struct child_request request = {.argv = argv};
    struct child_process process;
    struct error err = ERROR_INIT;
    assert_int_equal(child_start(&request, -1, &process, &err), -1);
    assert_non_null(strstr(err.message, "insulate-no-such-program"));
}

/* What another process hands over: here a fork of ours. */
static pid_t
start_echo(void *data, const int descriptors[3])
{
    const char *text = data;
    pid_t pid = text != NULL ? fork() : -1;
    if (pid == 0) {
        ssize_t n = write(descriptors[0], text, strlen(text));
        _exit(n > 0 ? 3 : 4);
    }
    return pid;
}

static void
child_run__takes_a_child_that_was_started_another_way(void **state)
{
    (void)state;
    char text[] = "hello";
    const char *const argv[] = {"echo", NULL};
    struct child_request request = {
        .argv = argv, .start = start_echo, .start_data = text};
    struct child_result result;
    struct error err = ERROR_INIT;
    assert_int_equal(child_run(&request, &result, &err), 0);
    assert_string_equal(result.output.text, "hello");
    assert_int_equal(result.exit_code, 3);
    child_result_done(&result);
    request.start_data = NULL;
    assert_int_equal(child_run(&request, &result, &err), -1);
}

static void
child_run__tells_the_signal(void **state)
{
    (void)state;
    struct child_result result = run_shell("kill -SEGV $$", (struct child_request){0});
    assert_int_equal(result.signal_number, SIGSEGV);
    assert_int_equal(result.exit_code, -1);
    child_result_done(&result);
}

static void
child_run__sets_and_removes_the_environment(void **state)
{
    (void)state;
    const char *const environment[] = {"INSULATE_TEST=a=b", "HOME", NULL};
    struct child_result result =
        run_shell("echo \"$INSULATE_TEST/${HOME-gone}\"",
                  (struct child_request){.environment = environment});
    assert_string_equal(result.output.text, "a=b/gone\n");
    child_result_done(&result);
}

static void
child_run__gives_a_confined_child_shared_memory_of_its_own(void **state)
{
    (void)state;
    char script[200];
    snprintf(script, sizeof script,
             "echo > /dev/shm/insulate-test-%d; ls -A /dev/shm | wc -l", getpid());
    struct child_request request = {.is_confined = true, .answer_fd = 5};
    struct child_result result = run_shell("ls -A /dev/shm | wc -l", request);
    bool is_private = strcmp(result.output.text, "0\n") == 0;
    child_result_done(&result);
    if (!is_private) {
        skip(); /* what the kernel refuses in some containers */
    }
    result = run_shell(script, request);
    assert_string_equal(result.output.text, "1\n");
    child_result_done(&result);
    char path[100];
    snprintf(path, sizeof path, "/dev/shm/insulate-test-%d", getpid());
    assert_int_equal(access(path, F_OK), -1);
}

static void
child_run__a_missing_program_is_an_error(void **state)
{
    (void)state;
    const char *const argv[] = {"insulate-no-such-program", NULL};
    struct child_request request = {.argv = argv};
    struct child_result result;
    struct error err = ERROR_INIT;
    assert_int_equal(child_run(&request, &result, &err), -1);
    assert_non_null(strstr(err.message, "insulate-no-such-program"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(child_run__keeps_output_and_exit_code),
        cmocka_unit_test(child_run__hears_the_answer_pipe_apart_from_stdout),
        cmocka_unit_test(child_run__ends_what_hangs),
        cmocka_unit_test(child_run__ends_a_busy_loop),
        cmocka_unit_test(child_run__ends_what_is_silent_for_too_long),
        cmocka_unit_test(child_run__waits_for_a_child_that_others_keep_from_running),
        cmocka_unit_test(child_run__ends_daemons_when_it_adopts_orphans),
        cmocka_unit_test(child_run__returns_though_a_grandchild_holds_the_pipe),
        cmocka_unit_test(child_start__runs_beside_others_until_it_is_stopped),
        cmocka_unit_test(child_start__a_missing_program_is_an_error),
        cmocka_unit_test(child_run__takes_a_child_that_was_started_another_way),
        cmocka_unit_test(child_run__tells_the_signal),
        cmocka_unit_test(child_run__sets_and_removes_the_environment),
        cmocka_unit_test(child_run__gives_a_confined_child_shared_memory_of_its_own),
        cmocka_unit_test(child_run__a_missing_program_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
