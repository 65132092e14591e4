#include "edit/write.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/attributes.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "edit/signals.h"

/* A file that somebody saves at the same time as we take it back changes places again;
 * nobody does so this often by chance. */
enum { LIMIT_EXCHANGES = 100 };

/* Says whether a file is still the one that it was. */
struct stamp {
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec modified;
};

struct step {
    const struct written_file *file;
    const struct journal_entry *entry;
    const char *folder; /* of both */
    const char *spare;  /* beside the file: the new text, once exchanged the old one */
    const char *kept;   /* the old text where the two cannot be exchanged */
    char *rough;        /* the spare until it is whole; NULL: it is */
    int old;            /* the old file, open; -1: there is none */
    struct stamp fresh; /* of the new text */
    bool has_rough, has_spare, has_kept; /* there may be a file of that name */
    bool is_moved;  /* the old file is in `kept` */
    bool is_done;   /* the file has the new text */
    bool is_leased; /* whoever opens the old file to write waits until we let go */
    bool is_left;   /* its spare holds what nobody else has: it stays */
};

static bool
stamp_take(const char *path, struct stamp *out)
{
    struct stat status;
    if (lstat(path, &status) != 0) {
        return false;
    }
    *out = (struct stamp){status.st_dev, status.st_ino, status.st_size, status.st_mtim};
    return true;
}

static bool
stamp_equal(const struct stamp *a, const struct stamp *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size
           && a->modified.tv_sec == b->modified.tv_sec
           && a->modified.tv_nsec == b->modified.tv_nsec;
}

static int
changed(const struct step *step, struct error *err)
{
    return error_set(err, ERROR_IO, "%s: modified since it was read",
                     step->file->shown);
}

/* Does FD hold the SIZE bytes at TEXT, and no more? */
static bool
holds(int fd, const char *text, size_t size)
{
    char bytes[1 << 14];
    size_t at = 0;
    for (;;) {
        ssize_t n = pread(fd, bytes, sizeof bytes, (off_t)at);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return n == 0 && at == size;
        }
        if ((size_t)n > size - at || memcmp(bytes, text + at, (size_t)n) != 0) {
            return false;
        }
        at += (size_t)n;
    }
}

/* --- preparing ---------------------------------------------------------------------- */

/* Is the file there as it was read, and can a new one take its place? */
static int
examine(struct step *step, struct error *err)
{
    const struct written_file *file = step->file;
    struct stat status;
    if (file->before == NULL) {
        return lstat(file->path, &status) != 0 && errno == ENOENT
                   ? 0
                   : error_set(err, ERROR_IO, "%s: already exists", file->shown);
    }
    step->old = open(file->path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (step->old < 0 || fstat(step->old, &status) != 0) {
        return error_set_errno(err, "cannot read %s", file->shown);
    }
    if (!S_ISREG(status.st_mode) || !holds(step->old, file->before, file->before_size)) {
        return changed(step, err);
    }
    /* A rename would not ask; and for root, neither would access(). */
    if ((status.st_mode & 0222) == 0) {
        return error_set(err, ERROR_IO, "%s: the file is read-only", file->shown);
    }
    if (status.st_nlink != 1) {
        return error_set(err, ERROR_IO,
                         "%s: the file has %lu hard links, which a replacement would "
                         "separate; apply the diff of a run without --write instead, "
                         "or make it a separate file",
                         file->shown, (unsigned long)status.st_nlink);
    }
    return 0;
}

static int
fill(struct step *step, int fd, struct error *err)
{
    const struct written_file *file = step->file;
    if (file_write_all(fd, file->text, file->size) != 0) {
        return error_set_errno(err, "cannot create a temporary file next to %s",
                               file->shown);
    }
    if ((step->old >= 0 ? attributes_copy(step->old, fd, file->shown, err)
                        : attributes_of_new(fd, file->shown, err))
        != 0)
    {
        return -1;
    }
    return fsync(fd) == 0
               ? 0
               : error_set_errno(err, "cannot create a temporary file next to %s",
                                 file->shown);
}

/* The spare gets the name that the journal knows when it is whole. */
static int
stage(struct step *step, struct error *err)
{
    int fd = mkstemp(step->rough);
    if (fd < 0) {
        return error_set_errno(err, "cannot create a temporary file next to %s",
                               step->file->shown);
    }
    step->has_rough = true;
    int result = fill(step, fd, err);
    if (close(fd) != 0 && result == 0) {
        result = error_set_errno(err, "cannot create a temporary file next to %s",
                                 step->file->shown);
    }
    if (result == 0 && rename(step->rough, step->spare) != 0) {
        result = error_set_errno(err, "cannot create a temporary file next to %s",
                                 step->file->shown);
    }
    if (result == 0) {
        step->has_rough = false;
        step->has_spare = true;
        if (!stamp_take(step->spare, &step->fresh)) {
            result = error_set_errno(err, "reading beside %s", step->file->shown);
        }
    }
    return result;
}

/* --- replacing ---------------------------------------------------------------------- */

/* By number where the C library may lack it. */
static int
rename_with(const char *from, const char *to, unsigned flags)
{
#ifdef __GLIBC__
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, flags);
#else
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags);
#endif
}

int
files_exchange(const char *a, const char *b)
{
    if (rename_with(a, b, RENAME_EXCHANGE) == 0) {
        return 0;
    }
    if (errno == ENOSYS || errno == EOPNOTSUPP) {
        errno = EINVAL;
    }
    return -1;
}

int
file_place(const char *from, const char *to)
{
    if (rename_with(from, to, RENAME_NOREPLACE) == 0) {
        return 0;
    }
    if (errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP) {
        return -1;
    }
    if (link(from, to) != 0) {
        return -1;
    }
    unlink(from); /* a second name is no harm, and goes with the spares */
    return 0;
}

int
file_take_out(const char *path, const char *spare)
{
    /* rename() of two names of one file leaves both. */
    if (file_is_same(path, spare)) {
        unlink(spare);
    }
    return rename(path, spare);
}

/* Is the file at PATH the old one, with the text and the rights that it was read with? */
static bool
is_as_read(const struct step *step, const char *path)
{
    struct stat now, held;
    return lstat(path, &now) == 0 && fstat(step->old, &held) == 0
           && now.st_dev == held.st_dev && now.st_ino == held.st_ino
           && now.st_nlink == 1 && holds(step->old, step->file->before,
                                         step->file->before_size);
}

/* The file has the new text, and its spare what somebody saved: let that come back, and
 * what is saved while it does. */
static int
exchange_back(struct step *step)
{
    struct stamp in = step->fresh;
    for (int i = 0; i < LIMIT_EXCHANGES; i++) {
        struct stamp next, out;
        if (!stamp_take(step->spare, &next)
            || files_exchange(step->spare, step->file->path) != 0
            || !stamp_take(step->spare, &out))
        {
            return -1;
        }
        if (stamp_equal(&in, &out)) {
            step->is_done = false;
            /* Where something else was put back last, the spare is its elder. */
            step->is_left = !stamp_equal(&out, &step->fresh);
            return 0;
        }
        in = next;
    }
    return -1;
}

/* Two steps in place of one: a moment without the file between them, but nothing is ever
 * overwritten. */
static int
replace_by_moving(struct step *step, struct error *err)
{
    const char *path = step->file->path;
    if (rename(path, step->kept) != 0) {
        return error_set_errno(err, "cannot replace %s", step->file->shown);
    }
    step->has_kept = step->is_moved = true;
    bool is_same = is_as_read(step, step->kept);
    if (is_same && file_place(step->spare, path) == 0) {
        step->is_done = true;
        return 0;
    }
    if (is_same && errno != EEXIST) {
        return error_set_errno(err, "cannot replace %s", step->file->shown);
    }
    step->is_left = !is_same;
    return changed(step, err);
}

static int
replace(struct step *step, struct error *err)
{
    const struct written_file *file = step->file;
    if (file->before == NULL) {
        if (file_place(step->spare, file->path) != 0) {
            return errno == EEXIST
                       ? error_set(err, ERROR_IO, "%s: already exists", file->shown)
                       : error_set_errno(err, "making %s", file->shown);
        }
        step->is_done = true;
        return 0;
    }
    /* Nobody can be writing into the old file while we hold this; file systems that know
     * no leases leave the comparison alone to tell. */
    step->is_leased = fcntl(step->old, F_SETLEASE, F_RDLCK) == 0;
    if (!step->is_leased && errno == EAGAIN) {
        return error_set(err, ERROR_IO,
                         "%s: another program has it open for writing", file->shown);
    }
    if (files_exchange(step->spare, file->path) != 0) {
        return errno == EINVAL ? replace_by_moving(step, err)
                               : error_set_errno(err, "cannot replace %s", file->shown);
    }
    step->is_done = true;
    return is_as_read(step, step->spare) ? 0 : changed(step, err);
}

/* Somebody who opened the old file before it was replaced, to write, waits for us. */
static bool
is_awaited(const struct step *step)
{
    return step->is_leased && fcntl(step->old, F_GETLEASE) != F_RDLCK;
}

static void
let_go(struct step *step)
{
    if (step->old >= 0) {
        close(step->old); /* ends the lease */
        step->old = -1;
    }
    step->is_leased = false;
}

/* Take our text out of PATH again, where it stands alone. */
static int
take_out(struct step *step)
{
    struct stamp now;
    if (file_take_out(step->file->path, step->spare) != 0) {
        return -1;
    }
    if (stamp_take(step->spare, &now) && stamp_equal(&now, &step->fresh)) {
        step->is_done = false;
        return 0;
    }
    step->is_left = file_place(step->spare, step->file->path) != 0;
    return -1;
}

static int
take_back(struct step *step)
{
    if (step->is_done && step->file->before != NULL && !step->is_moved) {
        return exchange_back(step);
    }
    if (step->is_done && take_out(step) != 0) {
        return -1;
    }
    if (!step->is_moved) {
        return 0;
    }
    if (file_place(step->kept, step->file->path) == 0) {
        step->is_moved = step->is_left = false;
        return 0;
    }
    return errno == EEXIST ? 0 : -1; /* somebody saved it where there was none */
}

static int
remove_spare(const char *path, bool *has)
{
    if (*has && unlink(path) != 0 && errno != ENOENT) {
        return -1;
    }
    *has = false;
    return 0;
}

/* Remove what lies beside the files.  Returns -1 with errno if some of it stays. */
static int
tidy(struct step *steps, size_t n_steps)
{
    int result = 0, number = 0;
    for (size_t i = 0; i < n_steps; i++) {
        struct step *step = &steps[i];
        let_go(step);
        if (step->is_left) {
            continue;
        }
        if (remove_spare(step->rough, &step->has_rough) != 0
            || remove_spare(step->spare, &step->has_spare) != 0
            || remove_spare(step->kept, &step->has_kept) != 0)
        {
            number = errno;
            result = -1;
        }
    }
    errno = number;
    return result;
}

static int
sync_folders(const struct step *steps, size_t n_steps, struct error *err)
{
    for (size_t i = 0; i < n_steps; i++) {
        if (i > 0 && strcmp(steps[i].folder, steps[i - 1].folder) == 0) {
            continue;
        }
        int fd = open(steps[i].folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        int failed = fd < 0 || (fsync(fd) != 0 && errno != EINVAL);
        if (failed) {
            error_set_errno(err, "cannot create a temporary file next to %s",
                            steps[i].file->shown);
        }
        if (fd >= 0) {
            close(fd);
        }
        if (failed) {
            return -1;
        }
    }
    return 0;
}

static int
replace_all(struct journal *journal, struct step *steps, size_t n_steps,
            struct error *err)
{
    for (size_t i = 0; i < n_steps; i++) {
        if (stage(&steps[i], err) != 0) {
            return -1;
        }
    }
    if (sync_folders(steps, n_steps, err) != 0
        || journal_write(journal, JOURNAL_REPLACING, err) != 0)
    {
        return -1;
    }
    for (size_t i = 0; i < n_steps; i++) {
        if (replace(&steps[i], err) != 0) {
            return -1;
        }
    }
    if (sync_folders(steps, n_steps, err) != 0) {
        return -1;
    }
    for (size_t i = 0; i < n_steps; i++) {
        const struct step *step = &steps[i];
        if (is_awaited(step)
            || (step->old >= 0
                && !is_as_read(step, step->is_moved ? step->kept : step->spare)))
        {
            return changed(step, err);
        }
    }
    return journal_write(journal, JOURNAL_DONE, err);
}

/* After a failure: all as it was, or say what is not. */
static void
undo(struct journal *journal, struct step *steps, size_t n_steps, struct error *err)
{
    struct error ignored = ERROR_INIT;
    CLEANUP(strbuf_done) struct strbuf left = STRBUF_INIT;
    bool is_whole = true;
    for (size_t i = n_steps; i-- > 0;) {
        if (take_back(&steps[i]) != 0) {
            is_whole = false;
            strbuf_format(&left, "%s%s", left.size != 0 ? ", " : "",
                          steps[i].file->shown);
        }
    }
    if (!is_whole) {
        for (size_t i = 0; i < n_steps; i++) {
            let_go(&steps[i]);
        }
        journal_leave(journal);
        (void)error_wrap(err,
                   "cannot restore %s, so some files are changed and some are not "
                   "('insulate convert --recover' tries again); first error",
                   left.text);
        return;
    }
    for (size_t i = 0; i < n_steps; i++) {
        if (steps[i].is_left) {
            strbuf_format(&left, "%s%s", left.size != 0 ? ", " : "",
                          steps[i].is_moved ? steps[i].kept : steps[i].spare);
        }
    }
    (void)error_wrap(err, "no file was changed%s%s",
                     left.size != 0 ? "; older versions of files that were saved "
                                      "meanwhile are in "
                                    : "",
                     left.text);
    if (tidy(steps, n_steps) != 0) {
        journal_leave(journal); /* knows what lies beside the files */
        return;
    }
    (void)journal_end(journal, &ignored); /* it would find all as it was */
}

/* --- the whole ---------------------------------------------------------------------- */

/* The deepest folder that all files are in, as the length of its path. */
static size_t
root_size(const struct written_file *files, size_t n_files)
{
    size_t size = (size_t)(path_base(files[0].path) - files[0].path);
    for (size_t i = 1; i < n_files; i++) {
        size_t k = 0;
        while (k < size && files[i].path[k] == files[0].path[k]) {
            k++;
        }
        while (k > 0 && files[0].path[k - 1] != '/') {
            k--;
        }
        size = k;
    }
    return size;
}

static int
describe(struct arena *arena, const struct written_file *files, size_t n_files,
         struct journal *journal, struct error *err)
{
    size_t size = root_size(files, n_files);
    journal->root = size > 1 ? arena_copy(arena, files[0].path, size - 1) : "/";
    journal->entries = ARENA_ARRAY(arena, struct journal_entry, n_files);
    journal->n_entries = n_files;
    if (place_of(AT_FDCWD, journal->root, &journal->at) != 0) {
        return error_set_errno(err, "cannot read %s", journal->root);
    }
    for (size_t i = 0; i < n_files; i++) {
        const struct written_file *file = &files[i];
        struct journal_entry *entry = &journal->entries[i];
        *entry = (struct journal_entry){
            .path = file->path + size,
            .is_new = file->before == NULL,
            .after = digest_of(file->text, file->size),
        };
        if (file->before != NULL) {
            entry->before = digest_of(file->before, file->before_size);
        }
        if (place_of(AT_FDCWD, path_folder(arena, file->path), &entry->folder) != 0) {
            return error_set_errno(err, "cannot write %s", file->shown);
        }
    }
    return 0;
}

static void
step_init(struct arena *arena, const struct journal *journal, size_t i,
          struct step *step)
{
    step->entry = &journal->entries[i];
    step->folder = path_folder(arena, step->file->path);
    step->spare = path_join(arena, step->folder, step->entry->spare);
    step->kept = arena_format(arena, "%s" JOURNAL_KEPT, step->spare);
    step->rough = arena_format(arena, "%s.XXXXXX", step->spare);
}

/* JOURNAL has begun. */
static int
write_steps(struct arena *arena, struct journal *journal, struct step *steps,
            struct error *remark, struct error *err)
{
    size_t n = journal->n_entries;
    struct error reason = ERROR_INIT;
    for (size_t i = 0; i < n; i++) {
        step_init(arena, journal, i, &steps[i]);
    }
    if (replace_all(journal, steps, n, err) != 0) {
        undo(journal, steps, n, err);
        return -1;
    }
    if (tidy(steps, n) != 0) {
        error_set_errno(remark, "cannot remove the backup files (the next run with "
                                "--write tries again)");
        journal_leave(journal);
    }
    else if (journal_end(journal, &reason) != 0) {
        error_set(remark, ERROR_IO, "%s (harmless)", reason.message);
    }
    return 0;
}

int
files_write(const struct written_file *files, size_t n_files, struct error *remark,
            struct error *err)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct step *steps = ARENA_ARRAY(arena, struct step, n_files + 1);
    struct journal journal = {.lock = -1};
    struct signals signals;
    int result = 0;

    if (n_files == 0) {
        return 0;
    }
    signals_hold(&signals);
    for (size_t i = 0; i < n_files; i++) {
        steps[i].file = &files[i];
        steps[i].old = -1;
    }
    for (size_t i = 0; i < n_files && result == 0; i++) {
        result = examine(&steps[i], err);
    }
    if (result == 0) {
        result = describe(arena, files, n_files, &journal, err);
    }
    if (result == 0) {
        result = journal_begin(arena, &journal, err);
    }
    if (result != 0) {
        (void)error_wrap(err, "no file was changed");
    }
    else {
        result = write_steps(arena, &journal, steps, remark, err);
    }
    for (size_t i = 0; i < n_files; i++) {
        let_go(&steps[i]);
    }
    signals_release(&signals);
    return result;
}
