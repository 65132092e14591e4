/* What a run that was killed had done, taken back. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "edit/signals.h"
#include "edit/write.h"

/* What a file holds, as far as the journal knows texts. */
enum holding { HOLDS_NOTHING, HOLDS_BEFORE, HOLDS_AFTER, HOLDS_OTHER };

enum remedy {
    REMEDY_NONE,     /* it is as it was */
    REMEDY_EXCHANGE, /* the old text is in the spare */
    REMEDY_MOVE,     /* the old text is in the kept file */
    REMEDY_PLACE,    /* so it is, and the file is not there */
    REMEDY_REMOVE,   /* there was no file */
};

struct damaged_file {
    const struct journal_entry *entry;
    const char *path, *shown, *spare, *kept;
    enum remedy remedy;
};

static enum holding
holding_of(const char *path, const struct journal_entry *entry)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error ignored = ERROR_INIT;
    char *text;
    size_t size;
    if (!file_exists(path) && !file_is_link(path)) {
        return HOLDS_NOTHING;
    }
    if (file_is_link(path)
        || file_read(arena, path, LIMIT_SOURCE_SIZE, &text, &size, NULL, &ignored) != 0)
    {
        return HOLDS_OTHER;
    }
    struct digest digest = digest_of(text, size);
    return digest_equal(digest, entry->after)                      ? HOLDS_AFTER
           : !entry->is_new && digest_equal(digest, entry->before) ? HOLDS_BEFORE
                                                                   : HOLDS_OTHER;
}

static int
changed_since(const struct damaged_file *file, const struct journal *journal,
              struct error *err)
{
    return error_set(err, ERROR_IO,
                     "%s: changed since the run that wrote it was killed, so nothing "
                     "was reverted; the previous text is in %s; to keep all files as "
                     "they are, remove %s",
                     file->shown, file->spare, journal->folder);
}

/* Find out how FILE is restored.  -1: somebody changed it since. */
static int
find_remedy(struct damaged_file *file, const struct journal *journal, struct error *err)
{
    const struct journal_entry *entry = file->entry;
    enum holding content = holding_of(file->path, entry);
    enum holding spare = holding_of(file->spare, entry);
    enum holding kept = holding_of(file->kept, entry);
    bool was_replaced = spare != HOLDS_AFTER;

    file->remedy = REMEDY_NONE;
    if (content == HOLDS_BEFORE) {
        return 0;
    }
    if (entry->is_new) {
        if (content == HOLDS_OTHER && was_replaced) {
            return changed_since(file, journal, err);
        }
        file->remedy = content == HOLDS_AFTER ? REMEDY_REMOVE : REMEDY_NONE;
        return 0;
    }
    if (content == HOLDS_AFTER && spare == HOLDS_BEFORE) {
        file->remedy = REMEDY_EXCHANGE;
        return 0;
    }
    if (content == HOLDS_AFTER && kept == HOLDS_BEFORE) {
        file->remedy = REMEDY_MOVE;
        return 0;
    }
    if (content == HOLDS_NOTHING && kept != HOLDS_NOTHING) {
        file->remedy = REMEDY_PLACE;
        return 0;
    }
    /* Before it was replaced, or in the moment without it, somebody saved the file. */
    if (content == HOLDS_OTHER && !was_replaced) {
        return 0;
    }
    return changed_since(file, journal, err);
}

/* The new text is in PATH by now: or did somebody save the file in this moment? */
static bool
came_out(const struct damaged_file *file, const char *path)
{
    return holding_of(path, file->entry) == HOLDS_AFTER;
}

static int
take_out(const struct damaged_file *file)
{
    if (file_take_out(file->path, file->spare) != 0) {
        return -1;
    }
    if (came_out(file, file->spare)) {
        return 0;
    }
    (void)file_place(file->spare, file->path);
    errno = EBUSY;
    return -1;
}

static int
exchange(const struct damaged_file *file)
{
    if (files_exchange(file->spare, file->path) == 0) {
        if (came_out(file, file->spare)) {
            return 0;
        }
        (void)files_exchange(file->spare, file->path);
        errno = EBUSY;
        return -1;
    }
    if (errno != EINVAL || rename(file->spare, file->kept) != 0
        || take_out(file) != 0)
    {
        return -1;
    }
    return file_place(file->kept, file->path);
}

static int
restore(const struct damaged_file *file, size_t *n_files, struct error *err)
{
    int result = 0;
    /* A program that is writing into the file must not lose what it writes. */
    int fd = open(file->path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file->remedy != REMEDY_NONE && fd >= 0
        && fcntl(fd, F_SETLEASE, F_RDLCK) != 0 && errno == EAGAIN)
    {
        close(fd);
        return error_set(err, ERROR_IO, "%s: another program has it open for writing",
                         file->shown);
    }
    switch (file->remedy) {
    case REMEDY_NONE:
        break;
    case REMEDY_EXCHANGE:
        result = exchange(file);
        break;
    case REMEDY_MOVE:
        result = take_out(file);
        result = result == 0 ? file_place(file->kept, file->path) : result;
        break;
    case REMEDY_PLACE:
        result = file_place(file->kept, file->path);
        break;
    case REMEDY_REMOVE:
        result = take_out(file);
        break;
    }
    if (result != 0) {
        error_set_errno(err, "cannot revert %s", file->shown);
    }
    if (fd >= 0) {
        close(fd);
    }
    *n_files += file->remedy != REMEDY_NONE && result == 0;
    return result;
}

/* Remove what the dead run laid beside FILE: the spare, the kept one, and
 * spares that were not whole yet. */
static int
tidy(struct arena *arena, const struct damaged_file *file, struct error *err)
{
    const char *folder = path_folder(arena, file->spare);
    const char *name = path_base(file->spare);
    size_t size = strlen(name);
    DIR *list = opendir(folder);
    int result = list != NULL ? 0 : error_set_errno(err, "cannot list %s", folder);
    for (struct dirent *each; result == 0 && (each = readdir(list)) != NULL;) {
        const char *rest = each->d_name + size;
        if (strncmp(each->d_name, name, size) != 0
            || (*rest != '\0' && *rest != '.' && strcmp(rest, JOURNAL_KEPT) != 0))
        {
            continue;
        }
        const char *path = path_join(arena, folder, each->d_name);
        if (unlink(path) != 0 && errno != ENOENT) {
            result = error_set_errno(err, "cannot remove %s", path);
        }
    }
    if (list != NULL) {
        closedir(list);
    }
    return result;
}

static int
recover(struct arena *arena, struct journal *journal, const char *root,
        size_t *n_files, struct error *err)
{
    struct damaged_file *files =
        ARENA_ARRAY(arena, struct damaged_file, journal->n_entries + 1);
    const char *here = path_real(arena, ".");
    for (size_t i = 0; i < journal->n_entries; i++) {
        const struct journal_entry *entry = &journal->entries[i];
        const char *path =
            strcmp(root, "/") == 0 ? arena_format(arena, "/%s", entry->path)
                                   : arena_format(arena, "%s/%s", root, entry->path);
        const char *folder = path_folder(arena, path);
        const char *spare = arena_format(arena, "%s/%s", folder, entry->spare);
        struct place place;
        if (place_of(AT_FDCWD, folder, &place) != 0
            || !place_equal(&place, &entry->folder))
        {
            return error_set(err, ERROR_IO,
                             "%s is not the directory that the killed run changed, so "
                             "nothing was reverted; its journal is %s",
                             path_below(folder, here), journal->folder);
        }
        files[i] = (struct damaged_file){
            .entry = entry,
            .path = path,
            .shown = path_below(path, here),
            .spare = spare,
            .kept = arena_format(arena, "%s" JOURNAL_KEPT, spare),
        };
    }
    bool is_begun = journal->phase == JOURNAL_REPLACING;
    for (size_t i = 0; i < journal->n_entries && is_begun; i++) {
        if (find_remedy(&files[i], journal, err) != 0) {
            return -1;
        }
    }
    for (size_t i = 0; i < journal->n_entries && is_begun; i++) {
        if (restore(&files[i], n_files, err) != 0) {
            return -1;
        }
    }
    for (size_t i = 0; i < journal->n_entries; i++) {
        if (tidy(arena, &files[i], err) != 0) {
            return -1;
        }
    }
    return 0;
}

int
files_recover(struct journal *journal, const char *root, size_t *out_n_files,
              struct error *err)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct signals signals;
    size_t n_files = 0;
    if (journal_seize(journal, err) != 0) {
        return -1;
    }
    signals_hold(&signals);
    int result = recover(arena, journal, root, &n_files, err);
    if (result == 0) {
        result = journal_end(journal, err);
    }
    journal_leave(journal);
    signals_release(&signals);
    if (result == 0) {
        *out_n_files = n_files;
    }
    return result;
}
