#include "cmocka_all.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/scratch.h"

static char temporary[64];

static int
set_up(void **state)
{
    (void)state;
    strcpy(temporary, "/tmp/insulate-test-XXXXXX");
    assert_non_null(mkdtemp(temporary));
    setenv("TMPDIR", temporary, 1);
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", temporary);
    unsetenv("TMPDIR");
    return system(command);
}

/* Make a folder in another process, which is killed (NULL) or lives on.  Returns
 * the path, in ARENA. */
static char *
make_elsewhere(struct arena *arena, pid_t *out_alive)
{
    int pipes[2];
    char path[256] = "";
    assert_int_equal(pipe(pipes), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct error err = ERROR_INIT;
        const char *made = scratch_make(arena, &err);
        ssize_t ignored = write(pipes[1], made, made != NULL ? strlen(made) : 0);
        (void)ignored;
        close(pipes[1]);
        for (;;) {
            pause();
        }
    }
    close(pipes[1]);
    assert_true(read(pipes[0], path, sizeof path - 1) > 0);
    close(pipes[0]);
    if (out_alive == NULL) {
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
    else {
        *out_alive = pid;
    }
    return arena_string(arena, path);
}

static void
scratch_make__gives_an_empty_folder_that_goes(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT;
    char *path = scratch_make(arena, &err);
    assert_non_null(path);
    assert_int_equal(rmdir(path), 0); /* it was empty */
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(mkdir(path_join(arena, path, "inside"), 0700), 0);
    scratch_remove(path);
    assert_false(file_exists(path_folder(arena, path)));
}

static void
scratch_make__removes_what_a_killed_run_left(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT;
    char *left = make_elsewhere(arena, NULL);
    assert_true(file_exists(left));
    char *path = scratch_make(arena, &err);
    assert_non_null(path);
    assert_false(file_exists(path_folder(arena, left)));
    scratch_remove(path);
}

static void
scratch_make__leaves_the_folder_of_a_run_under_way(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT;
    pid_t pid;
    char *alive = make_elsewhere(arena, &pid);
    char *path = scratch_make(arena, &err);
    assert_non_null(path);
    bool is_there = file_exists(alive);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    scratch_remove(path);
    assert_true(is_there);
}

static void
scratch_make__leaves_what_is_not_its_own(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT;
    char *theirs = path_join(arena, temporary, "insulate-backup");
    assert_int_equal(mkdir(theirs, 0700), 0);
    char *path = scratch_make(arena, &err);
    assert_non_null(path);
    assert_true(file_exists(theirs));
    scratch_remove(path);
}

/* No path names the innermost folder, and nothing that recurses comes so far. */
static void
scratch_remove__removes_folders_of_any_depth(void **state)
{
    enum { DEPTH = 3000 };
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT;
    char *path = scratch_make(arena, &err);
    assert_non_null(path);
    int folder = open(path, O_RDONLY | O_DIRECTORY);
    for (int i = 0; i < DEPTH; i++) {
        assert_int_equal(mkdirat(folder, "deep", 0700), 0);
        int inner = openat(folder, "deep", O_RDONLY | O_DIRECTORY);
        assert_true(inner >= 0);
        int file = openat(inner, "file", O_WRONLY | O_CREAT, 0600);
        assert_true(file >= 0);
        close(file);
        close(folder);
        folder = inner;
    }
    close(folder);
    scratch_remove(path);
    assert_false(file_exists(path_folder(arena, path)));
}

static void
scratch_remove__follows_no_link(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT;
    char *theirs = path_join(arena, temporary, "theirs");
    char *file = path_join(arena, theirs, "file");
    char *path = scratch_make(arena, &err);
    assert_non_null(path);
    assert_int_equal(mkdir(theirs, 0700), 0);
    assert_int_equal(mkdir(file, 0700), 0);
    assert_int_equal(symlink(theirs, path_join(arena, path, "link")), 0);
    char *shut = path_join(arena, path, "shut");
    assert_int_equal(mkdir(shut, 0700), 0);
    assert_int_equal(symlink(theirs, path_join(arena, shut, "link")), 0);
    assert_int_equal(chmod(shut, 0), 0);
    scratch_remove(path);
    assert_false(file_exists(path_folder(arena, path)));
    assert_true(file_exists(file));
}

static void
scratch_make__says_where_it_cannot(void **state)
{
    (void)state;
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT;
    setenv("TMPDIR", "/no/such/folder", 1);
    assert_null(scratch_make(arena, &err));
    assert_non_null(strstr(err.message, "/no/such/folder"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(scratch_make__gives_an_empty_folder_that_goes,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(scratch_make__removes_what_a_killed_run_left,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            scratch_make__leaves_the_folder_of_a_run_under_way, set_up, tear_down),
        cmocka_unit_test_setup_teardown(scratch_make__leaves_what_is_not_its_own,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(scratch_remove__removes_folders_of_any_depth,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(scratch_remove__follows_no_link, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(scratch_make__says_where_it_cannot, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
