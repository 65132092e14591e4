#include "edit/write.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"

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
    int fd = mkstemp(step->fresh);

    if (fd < 0) {
        return error_set_errno(err, "writing beside %s", step->target);
    }
    step->has_fresh = true;
    if (stat(step->target, &status) == 0) {
        mode = status.st_mode & 07777;
    }
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

static int
commit(struct step *step, struct error *err)
{
    if (step->file->stamp != NULL) {
        if (link(step->target, step->kept) < 0) {
            return error_set_errno(err, "keeping %s", step->target);
        }
        step->has_kept = true;
    }
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

int
files_write(const struct written_file *files, size_t n_files, struct error *err)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct step *steps = ARENA_ARRAY(arena, struct step, n_files + 1);
    int result = 0;

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
    for (size_t i = 0; i < n_files && result == 0; i++) {
        result = check_unchanged(&files[i], err);
        if (result == 0) {
            result = commit(&steps[i], err);
        }
    }
    for (size_t i = 0; i < n_files; i++) {
        struct step *step = &steps[i];
        if (result < 0) {
            take_back(step);
        }
        if (step->has_fresh) {
            unlink(step->fresh);
        }
        if (step->has_kept && (result == 0 || !step->is_done)) {
            unlink(step->kept);
        }
    }
    return result;
}
