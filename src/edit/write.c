#include "edit/write.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/strbuf.h"

struct step {
    const struct written_file *file;
    char *target; /* the file behind symbolic links */
    char *fresh;  /* the new text, beside it */
    char *kept;   /* a second name of the old file while renames go on */
    bool has_fresh, has_kept, is_done;
};

static int
write_all(int fd, const char *text, size_t size)
{
    while (size > 0) {
        ssize_t n = write(fd, text, size);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return -1;
        }
        text += n;
        size -= (size_t)n;
    }
    return 0;
}

static int
check_unchanged(const struct written_file *file, struct error *err)
{
    if (file->stamp == NULL) {
        if (file_exists(file->path)) {
            return error_set(err, ERROR_IO, "%s: exists already", file->path);
        }
    }
    else if (!file_is_unchanged(file->path, file->stamp)) {
        return error_set(err, ERROR_IO, "%s: changed since it was read", file->path);
    }
    return 0;
}

static int
prepare(struct step *step, struct error *err)
{
    struct stat status;
    mode_t mode = 0644;

    if (stat(step->target, &status) == 0) {
        mode = status.st_mode & 07777;
        /* A rename would not ask; and for root, neither would access(). */
        if ((mode & 0222) == 0) {
            return error_set(err, ERROR_IO, "%s: is read-only", step->file->path);
        }
    }
    int fd = mkstemp(step->fresh);
    if (fd < 0) {
        return error_set_errno(err, "writing beside %s", step->target);
    }
    step->has_fresh = true;
    int failed = write_all(fd, step->file->text, step->file->size) < 0
                 || fchmod(fd, mode) < 0 || fsync(fd) < 0;
    if (failed) {
        error_set_errno(err, "writing %s", step->fresh);
    }
    if (close(fd) < 0 && !failed) {
        return error_set_errno(err, "writing %s", step->fresh);
    }
    return failed ? -1 : 0;
}

/* Give the old file its second name, if there is an old file. */
static int
keep(struct step *step, struct error *err)
{
    if (step->file->stamp == NULL) {
        return 0;
    }
    if (link(step->target, step->kept) < 0) {
        return error_set_errno(err, "keeping %s", step->target);
    }
    step->has_kept = true;
    return 0;
}

static int
commit(struct step *step, struct error *err)
{
    if (rename(step->fresh, step->target) < 0) {
        return error_set_errno(err, "replacing %s", step->target);
    }
    step->has_fresh = false;
    step->is_done = true;
    return 0;
}

static void
take_back(struct step *step)
{
    if (!step->is_done) {
        return;
    }
    if (step->has_kept) {
        /* Nothing better can be done if this fails too: the old text stays
         * under the kept name. */
        if (rename(step->kept, step->target) == 0) {
            step->has_kept = false;
        }
    }
    else {
        unlink(step->target);
    }
}

/* --- the journal: what a killed run leaves to the next ----------------------------- */

/* Beside the first file: for each file its name and that of the old text ("" for a new
 * file), each ended by a NUL.  While it is there, the old texts are what holds. */
static const char journal_name[] = ".insulate-write";

static char *
journal_path(struct arena *arena, const char *folder)
{
    return path_join(arena, folder, journal_name);
}

static int
write_journal(struct arena *arena, const struct step *steps, size_t n_steps,
              const char *path, struct error *err)
{
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    char *fresh = arena_format(arena, "%s.XXXXXX", path);
    int fd = mkstemp(fresh);

    if (fd < 0) {
        return error_set_errno(err, "writing %s", path);
    }
    for (size_t i = 0; i < n_steps; i++) {
        const char *kept = steps[i].has_kept ? steps[i].kept : "";
        strbuf_add(&text, steps[i].target, strlen(steps[i].target) + 1);
        strbuf_add(&text, kept, strlen(kept) + 1);
    }
    bool failed = write_all(fd, text.text, text.size) < 0 || fsync(fd) < 0;
    if (close(fd) < 0 || failed || rename(fresh, path) < 0) {
        error_set_errno(err, "writing %s", path);
        unlink(fresh);
        return -1;
    }
    return 0;
}

static bool
is_later(const struct stat *one, const struct stat *other)
{
    return one->st_mtim.tv_sec > other->st_mtim.tv_sec
           || (one->st_mtim.tv_sec == other->st_mtim.tv_sec
               && one->st_mtim.tv_nsec > other->st_mtim.tv_nsec);
}

int
files_recover(const char *folder, bool *out_recovered, struct error *err)
{
    enum { LIMIT_JOURNAL = 1 << 20 };
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const char *path = journal_path(arena, folder);
    struct stat journal, now;
    char *text;
    size_t size;

    *out_recovered = false;
    if (!file_exists(path)) {
        return 0;
    }
    if (file_read(arena, path, LIMIT_JOURNAL, &text, &size, NULL, err) < 0
        || stat(path, &journal) < 0)
    {
        return -1;
    }
    for (size_t i = 0; i < size;) {
        const char *target = text + i;
        const char *kept = target + strlen(target) + 1;
        if (kept >= text + size) {
            return error_set(err, ERROR_FORMAT, "%s: cut short", path);
        }
        if (stat(target, &now) == 0 && is_later(&now, &journal)) {
            return error_set(err, ERROR_IO,
                             "%s: changed since a run was killed that wrote it; the "
                             "text before is in %s, and %s knows of it",
                             target, kept, path);
        }
        if (*kept == '\0') {
            unlink(target);
        }
        else if (rename(kept, target) < 0 && errno != ENOENT) {
            return error_set_errno(err, "taking back %s", target);
        }
        /* rename() of two names of one file leaves both. */
        if (*kept != '\0') {
            unlink(kept);
        }
        i = (size_t)(kept - text) + strlen(kept) + 1;
    }
    if (unlink(path) < 0) {
        return error_set_errno(err, "removing %s", path);
    }
    *out_recovered = true;
    return 0;
}

/* --- writing ------------------------------------------------------------------------ */

/* Signals that would cut the renames in half wait. */
static void
signals_hold(sigset_t *out_before)
{
    static const int held[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    sigset_t set;

    sigemptyset(&set);
    for (size_t i = 0; i < ARRAY_LENGTH(held); i++) {
        sigaddset(&set, held[i]);
    }
    sigprocmask(SIG_BLOCK, &set, out_before);
}

static int
replace_all(struct arena *arena, struct step *steps, size_t n_steps, struct error *err)
{
    const char *journal =
        n_steps > 1 ? journal_path(arena, path_folder(arena, steps[0].target)) : NULL;
    int result = 0;

    for (size_t i = 0; i < n_steps && result == 0; i++) {
        result = check_unchanged(steps[i].file, err);
        if (result == 0) {
            result = keep(&steps[i], err);
        }
    }
    if (result == 0 && journal != NULL) {
        result = write_journal(arena, steps, n_steps, journal, err);
    }
    for (size_t i = 0; i < n_steps && result == 0; i++) {
        result = commit(&steps[i], err);
    }
    for (size_t i = 0; i < n_steps && result < 0; i++) {
        take_back(&steps[i]);
    }
    if (journal != NULL) {
        unlink(journal);
    }
    return result;
}

int
files_write(const struct written_file *files, size_t n_files, struct error *err)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct step *steps = ARENA_ARRAY(arena, struct step, n_files + 1);
    sigset_t signals;
    int result = 0;

    signals_hold(&signals);
    for (size_t i = 0; i < n_files && result == 0; i++) {
        result = check_unchanged(&files[i], err);
    }
    for (size_t i = 0; i < n_files && result == 0; i++) {
        struct step *step = &steps[i];
        step->file = &files[i];
        step->target = path_real(arena, files[i].path);
        step->fresh = arena_format(arena, "%s.XXXXXX", step->target);
        step->kept = arena_format(arena, "%s.%ld.old", step->target, (long)getpid());
        result = prepare(step, err);
    }
    if (result == 0) {
        result = replace_all(arena, steps, n_files, err);
    }
    for (size_t i = 0; i < n_files; i++) {
        struct step *step = &steps[i];
        if (step->has_fresh) {
            unlink(step->fresh);
        }
        if (step->has_kept && (result == 0 || !step->is_done)) {
            unlink(step->kept);
        }
    }
    sigprocmask(SIG_SETMASK, &signals, NULL);
    return result;
}
