#include "cmocka_all.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

struct scene {
    struct arena *arena;
    char folder[64];
};

static int
set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    scene->arena = arena_new();
    strcpy(scene->folder, "insulate-test-XXXXXX");
    assert_non_null(mkdtemp(scene->folder));
    *state = scene;
    return 0;
}

static bool
any_file(const char *name)
{
    (void)name;
    return true;
}

static int
tear_down(void **state)
{
    struct scene *scene = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", scene->folder);
    int result = system(command);
    arena_free(scene->arena);
    free(scene);
    return result;
}

static char *
write_file(struct scene *scene, const char *name, const char *text)
{
    char *path = path_join(scene->arena, scene->folder, name);
    struct error err = ERROR_INIT;
    assert_int_equal(file_write(path, text, strlen(text), &err), 0);
    return path;
}

static void
file_write__keeps_the_mode_and_leaves_nothing_beside(void **state)
{
    struct scene *scene = *state;
    char *path = write_file(scene, "a.c", "one");
    assert_int_equal(chmod(path, 0640), 0);
    write_file(scene, "a.c", "two");
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0640);
    struct path_list list;
    struct error err = ERROR_INIT;
    assert_int_equal(file_list(scene->arena, scene->folder, any_file, &list, &err), 0);
    assert_int_equal(list.n_paths, 1);
    char *text;
    size_t size;
    assert_int_equal(file_read(scene->arena, path, 100, &text, &size, NULL, &err), 0);
    assert_string_equal(text, "two");
}

static void
file_write__into_a_missing_folder_fails_and_says_where(void **state)
{
    struct scene *scene = *state;
    struct error err = ERROR_INIT;
    char *path = path_join(scene->arena, scene->folder, "none/a.c");
    assert_int_equal(file_write(path, "x", 1, &err), -1);
    assert_int_equal(err.kind, ERROR_IO);
    assert_non_null(strstr(err.message, "none/a.c"));
}

static void
file_write__follows_links(void **state)
{
    struct scene *scene = *state;
    struct error err = ERROR_INIT;
    char *path = write_file(scene, "a.c", "one");
    char *link = path_join(scene->arena, scene->folder, "link");
    char *dangling = path_join(scene->arena, scene->folder, "dangling");
    assert_int_equal(symlink("a.c", link), 0);
    assert_int_equal(symlink("new.c", dangling), 0);
    write_file(scene, "link", "two");
    write_file(scene, "dangling", "three");
    struct stat status;
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    char *text;
    size_t size;
    assert_int_equal(file_read(scene->arena, path, 100, &text, &size, NULL, &err), 0);
    assert_string_equal(text, "two");
    path = path_join(scene->arena, scene->folder, "new.c");
    assert_int_equal(file_read(scene->arena, path, 100, &text, &size, NULL, &err), 0);
    assert_string_equal(text, "three");
    assert_true(file_is_same(link, path_join(scene->arena, scene->folder, "a.c")));
    assert_false(file_is_same(link, path));
}

static void
file_write__writes_into_pipes_and_not_over_folders(void **state)
{
    struct scene *scene = *state;
    struct error err = ERROR_INIT;
    char *path = path_join(scene->arena, scene->folder, "pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    write_file(scene, "pipe", "through");
    char got[16] = "";
    assert_int_equal(read(reader, got, sizeof got - 1), 7);
    assert_string_equal(got, "through");
    close(reader);
    struct stat status;
    assert_int_equal(lstat(path, &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    assert_int_equal(file_write(scene->folder, "x", 1, &err), -1);
    assert_int_equal(err.kind, ERROR_IO);
}

static void
file_check_writable__sees_what_cannot_be_written(void **state)
{
    struct scene *scene = *state;
    static const char *const bad[] = {"none/a.c", "old.c/a.c", "none/", "locked.c", "", "."};
    static const char *const good[] = {"old.c", "new.c", "link", "dangling"};
    write_file(scene, "old.c", "one");
    assert_int_equal(chmod(write_file(scene, "locked.c", "two"), 0444), 0);
    assert_int_equal(symlink("old.c", path_join(scene->arena, scene->folder, "link")), 0);
    assert_int_equal(symlink("more.c", path_join(scene->arena, scene->folder, "dangling")),
                     0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct error err = ERROR_INIT;
        char *path = arena_format(scene->arena, "%s/%s", scene->folder, bad[i]);
        assert_int_equal(file_check_writable(path, &err), -1);
        assert_int_equal(err.kind, ERROR_IO);
        assert_non_null(strstr(err.message, path));
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct error err = ERROR_INIT;
        char *path = path_join(scene->arena, scene->folder, good[i]);
        bool is_there = file_exists(path);
        assert_int_equal(file_check_writable(path, &err), 0);
        assert_true(file_exists(path) == is_there);
    }
    struct error err = ERROR_INIT;
    assert_int_equal(file_check_writable("/dev/null", &err), 0);
    assert_int_equal(file_check_writable("/dev/stdout", &err), 0);
}

static void
file_read__refuses_folders_pipes_and_big_files(void **state)
{
    struct scene *scene = *state;
    char *text = NULL;
    size_t size = 77;
    struct error err = ERROR_INIT;
    assert_int_equal(
        file_read(scene->arena, scene->folder, 100, &text, &size, NULL, &err), -1);
    char *path = write_file(scene, "big", "0123456789");
    assert_int_equal(file_read(scene->arena, path, 9, &text, &size, NULL, &err), -1);
    assert_int_equal(err.kind, ERROR_LIMIT);
    char *pipe_path = path_join(scene->arena, scene->folder, "pipe");
    assert_int_equal(mkfifo(pipe_path, 0600), 0);
    assert_int_equal(file_read(scene->arena, pipe_path, 9, &text, &size, NULL, &err),
                     -1);
    assert_null(text);
    assert_int_equal(size, 77);
}

static void
file_is_unchanged__notices_a_change(void **state)
{
    struct scene *scene = *state;
    char *path = write_file(scene, "a.c", "one");
    char *text;
    size_t size;
    struct file_stamp stamp;
    struct error err = ERROR_INIT;
    assert_int_equal(file_read(scene->arena, path, 100, &text, &size, &stamp, &err), 0);
    assert_true(file_is_unchanged(path, &stamp));
    write_file(scene, "a.c", "one");
    assert_false(file_is_unchanged(path, &stamp));
}

static void
file_list__is_sorted_and_survives_link_loops(void **state)
{
    struct scene *scene = *state;
    write_file(scene, "b.c", "");
    write_file(scene, "a.c", "");
    char *inner = path_join(scene->arena, scene->folder, "inner");
    assert_int_equal(mkdir(inner, 0700), 0);
    assert_int_equal(symlink("..", path_join(scene->arena, inner, "loop")), 0);
    write_file(scene, "inner/c.c", "");
    struct path_list list;
    struct error err = ERROR_INIT;
    assert_int_equal(file_list(scene->arena, scene->folder, any_file, &list, &err), 0);
    assert_int_equal(list.n_paths, 3);
    assert_string_equal(path_base(list.paths[0]), "a.c");
    assert_string_equal(path_base(list.paths[2]), "c.c");
}

static void
file_list__goes_on_beside_what_may_not_be_listed(void **state)
{
    struct scene *scene = *state;
    write_file(scene, "a.c", "");
    char *closed = path_join(scene->arena, scene->folder, "closed");
    assert_int_equal(mkdir(closed, 0), 0);
    assert_int_equal(chmod(scene->folder, 0755), 0);
    struct path_list list;
    struct error err = ERROR_INIT;
    bool is_root = geteuid() == 0; /* who may list anything */
    assert_int_equal(is_root ? seteuid(65534) : 0, 0);
    int code = file_list(scene->arena, scene->folder, any_file, &list, &err);
    int code_closed = file_list(scene->arena, closed, any_file, &list, &err);
    assert_int_equal(is_root ? seteuid(0) : 0, 0);
    assert_int_equal(code, 0);
    assert_int_equal(list.n_paths, 2);
    assert_string_equal(path_base(list.paths[1]), "closed");
    assert_int_equal(code_closed, -1);
}

static void
paths__are_taken_apart(void **state)
{
    struct scene *scene = *state;
    assert_string_equal(path_folder(scene->arena, "a/b.c"), "a");
    assert_string_equal(path_folder(scene->arena, "b.c"), ".");
    assert_string_equal(path_folder(scene->arena, "/b.c"), "/");
    assert_string_equal(path_join(scene->arena, "a/", "b"), "a/b");
    assert_string_equal(path_join(scene->arena, "a", "/b"), "/b");
    assert_string_equal(path_below("/x/y/z", "/x/y"), "z");
    assert_string_equal(path_below("/x/yz", "/x/y"), "/x/yz");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            file_write__keeps_the_mode_and_leaves_nothing_beside, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            file_write__into_a_missing_folder_fails_and_says_where, set_up, tear_down),
        cmocka_unit_test_setup_teardown(file_write__follows_links, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            file_check_writable__sees_what_cannot_be_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            file_write__writes_into_pipes_and_not_over_folders, set_up, tear_down),
        cmocka_unit_test_setup_teardown(file_read__refuses_folders_pipes_and_big_files,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            file_list__goes_on_beside_what_may_not_be_listed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(file_is_unchanged__notices_a_change, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(file_list__is_sorted_and_survives_link_loops,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(paths__are_taken_apart, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
