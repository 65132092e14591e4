#include "commands/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/file_watch.h"
#include "base/strbuf.h"
#include "csource/flags.h"

/* --- in the round ------------------------------------------------------------------ */

struct watch_report {
    int fd;
};

static void
tell(struct watch_report *report, const char *path)
{
    if (file_write_all(report->fd, path, strlen(path) + 1) != 0) {
        exit(EXIT_UNABLE); /* who watches is gone */
    }
}

void
watch_tell(struct watch_report *report, const struct run *run, const struct source *source)
{
    if (report == NULL) {
        return;
    }
    for (size_t i = 0; i < source->n_files; i++) {
        if (source->files[i]->is_project) {
            tell(report, source->files[i]->real_path);
        }
    }
    const char *const named[] = {run->common->baseline, run->common->config};
    for (size_t i = 0; i < ARRAY_LENGTH(named); i++) {
        if (named[i] != NULL) {
            tell(report, path_full(run->arena, named[i]));
        }
    }
}

static NO_RETURN void
run_round(watch_round *round, void *data, bool is_first, const int ends[2])
{
    struct watch_report report = {.fd = ends[1]};
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    close(ends[0]);
    exit(round(data, is_first, &report));
}

/* --- in the process that watches ------------------------------------------------------ */

/* Does a run look for NAME in the folders above what it reads? */
static bool
is_setting(const char *name)
{
    static const char *const names[] = {"pyproject.toml", "compile_commands.json",
                                        ".gitmodules"};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool
is_source_or_setting(const char *name)
{
    /* Editors keep files of their own behind a dot. */
    return is_setting(name)
           || (name[0] != '.' && (is_source_name(name) || is_header_name(name)));
}

/* The folder of PATH, and those above it up to that of the repository. */
static void
add_folders_of(struct file_watch *watch, const struct run *run, const char *path)
{
    const char *folder = path_full(run->arena, path);
    bool is_folder = file_is_folder(folder);
    folder = is_folder ? folder : path_folder(run->arena, folder);
    file_watch_add_folder(watch, folder, is_source_or_setting, is_folder);
    for (;;) {
        const char *above = path_folder(run->arena, folder);
        if (file_exists(path_join(run->arena, folder, ".git"))
            || strcmp(above, folder) == 0)
        {
            return;
        }
        folder = above;
        file_watch_add_folder(watch, folder, is_setting, false);
    }
}

/* All that the round says at FD. */
static void
read_report(int fd, struct strbuf *out)
{
    char part[4096];
    ssize_t size;
    while ((size = read(fd, part, sizeof part)) > 0 || (size < 0 && errno == EINTR)) {
        if (size > 0) {
            strbuf_add(out, part, (size_t)size);
        }
    }
}

/* One round; the *OUT_N_FILES that it tells are watched from then on. */
static int
watch_one(struct file_watch *watch, watch_round *round, void *data, bool is_first,
          size_t *out_n_files, struct error *err)
{
    struct timespec now;
    int ends[2], status;
    clock_gettime(CLOCK_REALTIME, &now);
    double begin = (double)now.tv_sec + (double)now.tv_nsec / 1e9;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return error_set_errno(err, "cannot start a round");
    }
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        run_round(round, data, is_first, ends);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return error_set_errno(err, "cannot start a round");
    }
    CLEANUP(strbuf_done) struct strbuf told = STRBUF_INIT;
    read_report(ends[0], &told);
    close(ends[0]);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    for (size_t at = 0; at < told.size; at += strlen(told.text + at) + 1) {
        file_watch_add(watch, told.text + at, is_source_or_setting, begin);
        ++*out_n_files;
    }
    return 0;
}

static void
clear_screen(void)
{
    if (isatty(STDOUT_FILENO)) {
        fputs("\033[H\033[2J", stdout);
    }
}

static int
watch_until(const struct run *run, struct file_watch *watch, watch_round *round,
            void *data, struct error *err)
{
    static const char *const here[] = {"."};
    bool is_named = run->operands.n_items != 0;
    const char *const *paths = is_named ? run->operands.items : here;
    for (bool is_first = true;; is_first = false) {
        size_t n_files = 0;
        for (size_t i = 0; i < (is_named ? run->operands.n_items : 1); i++) {
            add_folders_of(watch, run, paths[i]);
        }
        if (is_first) {
            clear_screen();
        }
        if (watch_one(watch, round, data, is_first, &n_files, err) != 0) {
            return -1;
        }
        run_say(run, "watching %zu file%s; Ctrl-C ends", n_files, n_files == 1 ? "" : "s");
        if (file_watch_wait(watch, err) != 0) {
            return -1;
        }
        clear_screen();
        run_say(run, "a file has changed");
    }
}

int
watch_run(const struct run *run, watch_round *round, void *data)
{
    struct file_watch watch;
    struct error err = ERROR_INIT;
    if (file_watch_begin(&watch, &err) == 0) {
        (void)watch_until(run, &watch, round, data, &err);
    }
    file_watch_end(&watch);
    return run_fail(run, &err);
}
