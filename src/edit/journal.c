#include "edit/journal.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/strbuf.h"
#include "edit/state_folder.h"

/* STATE/write-ID holds the lock and the journal; STATE/lock is held while one of them
 * is made or taken over, so that of two runs one sees the other. */
#define PREFIX "write-"
#define LOCK "lock"
#define JOURNAL "journal.insulate-write"
#define HEAD "insulate-write 1"
#define MARK ".insulate-"
enum { ID_SIZE = 16 };

int
place_of(int at, const char *path, struct place *out)
{
    struct statx status;
    /* By number: musl has the function since 1.2.5. */
    if (syscall(SYS_statx, at, path, AT_SYMLINK_NOFOLLOW,
                STATX_TYPE | STATX_INO | STATX_BTIME, &status)
        != 0)
    {
        return -1;
    }
    if (!S_ISDIR(status.stx_mode)) {
        errno = ENOTDIR;
        return -1;
    }
    *out = (struct place){(uint64_t)status.stx_dev_major << 32 | status.stx_dev_minor,
                          status.stx_ino, 0};
    if ((status.stx_mask & STATX_BTIME) != 0) {
        out->born_ns = (int64_t)status.stx_btime.tv_sec * 1000000000
                       + status.stx_btime.tv_nsec;
    }
    return 0;
}

bool
place_equal(const struct place *a, const struct place *b)
{
    return a->device == b->device && a->inode == b->inode && a->born_ns == b->born_ns;
}

struct digest
digest_of(const char *text, size_t size)
{
    uint64_t hash = 14695981039346656037ULL; /* FNV-1a */
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211ULL;
    }
    return (struct digest){size, hash};
}

bool
digest_equal(struct digest a, struct digest b)
{
    return a.size == b.size && a.hash == b.hash;
}

/* --- as text: fields that end with NUL ---------------------------------------------- */

static void
add_field(struct strbuf *out, const char *text)
{
    strbuf_add(out, text, strlen(text) + 1);
}

static void
add_number(struct strbuf *out, uint64_t number)
{
    strbuf_format(out, "%" PRIx64, number);
    strbuf_add_char(out, '\0');
}

static void
add_place(struct strbuf *out, const struct place *place)
{
    add_number(out, place->device);
    add_number(out, place->inode);
    add_number(out, (uint64_t)place->born_ns);
}

static void
print(const struct journal *journal, struct strbuf *out)
{
    add_field(out, HEAD);
    add_number(out, (uint64_t)journal->phase);
    add_field(out, journal->root);
    add_place(out, &journal->at);
    add_number(out, journal->n_entries);
    for (size_t i = 0; i < journal->n_entries; i++) {
        const struct journal_entry *entry = &journal->entries[i];
        add_field(out, entry->path);
        add_place(out, &entry->folder);
        add_field(out, entry->spare);
        add_number(out, entry->is_new);
        add_number(out, entry->before.size);
        add_number(out, entry->before.hash);
        add_number(out, entry->after.size);
        add_number(out, entry->after.hash);
    }
}

struct cursor {
    const char *at, *end;
    bool is_bad;
};

static const char *
next_field(struct cursor *cursor)
{
    const char *field = cursor->at;
    const char *stop = memchr(field, '\0', (size_t)(cursor->end - field));
    if (stop == NULL) {
        cursor->is_bad = true;
        return "";
    }
    cursor->at = stop + 1;
    return field;
}

static uint64_t
next_number(struct cursor *cursor)
{
    const char *field = next_field(cursor);
    char *rest;
    errno = 0;
    uint64_t number = strtoull(field, &rest, 16);
    cursor->is_bad |= *field == '\0' || *rest != '\0' || errno != 0;
    return number;
}

static struct place
next_place(struct cursor *cursor)
{
    struct place place;
    place.device = next_number(cursor);
    place.inode = next_number(cursor);
    place.born_ns = (int64_t)next_number(cursor);
    return place;
}

/* Does PATH stay below where it begins? */
static bool
is_inner(const char *path)
{
    for (const char *part = path;; part++) {
        size_t size = strcspn(part, "/");
        if (size == 0 || (size <= 2 && strncmp(part, "..", size) == 0)) {
            return false;
        }
        part += size;
        if (*part == '\0') {
            return true;
        }
    }
}

/* Fill JOURNAL from TEXT, which lives as long.  False: it is none. */
static bool
parse(struct arena *arena, const char *text, size_t size, struct journal *journal)
{
    struct cursor cursor = {text, text + size, false};
    if (strcmp(next_field(&cursor), HEAD) != 0) {
        return false;
    }
    uint64_t phase = next_number(&cursor);
    journal->root = next_field(&cursor);
    journal->at = next_place(&cursor);
    uint64_t n = next_number(&cursor);
    if (cursor.is_bad || phase > JOURNAL_DONE || n > LIMIT_FILES) {
        return false;
    }
    journal->phase = (enum journal_phase)phase;
    journal->n_entries = (size_t)n;
    journal->entries = ARENA_ARRAY(arena, struct journal_entry, (size_t)n + 1);
    for (size_t i = 0; i < n && !cursor.is_bad; i++) {
        struct journal_entry *entry = &journal->entries[i];
        entry->path = next_field(&cursor);
        entry->folder = next_place(&cursor);
        entry->spare = next_field(&cursor);
        entry->is_new = next_number(&cursor) != 0;
        entry->before.size = next_number(&cursor);
        entry->before.hash = next_number(&cursor);
        entry->after.size = next_number(&cursor);
        entry->after.hash = next_number(&cursor);
        if (!is_inner(entry->path) || !is_inner(entry->spare)
            || strchr(entry->spare, '/') != NULL)
        {
            return false;
        }
    }
    return !cursor.is_bad && cursor.at == cursor.end;
}

/* --- one journal ------------------------------------------------------------------- */

/* Wait for a lock that others hold for a moment only.  Returns -1 with errno. */
static int
lock_soon(int fd)
{
    enum { TRIES = 50, PAUSE_US = 10000 };
    for (int i = 0; i < TRIES; i++) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
            return 0;
        }
        if (errno != EWOULDBLOCK && errno != EINTR) {
            return -1;
        }
        usleep(PAUSE_US);
    }
    errno = EWOULDBLOCK;
    return -1;
}

/* Hold the lock of the state folder FD.  Returns its descriptor. */
static int
lock_state(int fd, const char *path, struct error *err)
{
    int lock = openat(fd, LOCK, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (lock < 0) {
        return error_set_errno(err, "cannot open %s/" LOCK, path);
    }
    while (flock(lock, LOCK_EX) != 0) {
        if (errno != EINTR) {
            error_set_errno(err, "cannot lock %s/" LOCK, path);
            close(lock);
            return -1;
        }
    }
    return lock;
}

static int
sync_folder(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int result = fd < 0 ? -1 : fsync(fd);
    if (fd >= 0) {
        int number = errno;
        close(fd);
        errno = number;
    }
    return result;
}

int
journal_write(struct journal *journal, enum journal_phase phase, struct error *err)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    enum journal_phase before = journal->phase;
    const char *path = path_join(arena, journal->folder, JOURNAL);
    char *fresh = arena_format(arena, "%s/XXXXXX", journal->folder);
    journal->phase = phase;
    print(journal, &text);
    int fd = mkstemp(fresh);
    int failed = fd < 0 || file_write_all(fd, text.text, text.size) != 0 || fsync(fd) != 0;
    int number = errno;
    if (fd >= 0 && close(fd) != 0 && !failed) {
        number = errno;
        failed = 1;
    }
    /* Once it is renamed all processes see that the run is done, and what is left to do
     * is to tidy up: there is no way back. */
    if (!failed
        && (rename(fresh, path) != 0
            || (sync_folder(journal->folder) != 0 && phase != JOURNAL_DONE)))
    {
        number = errno;
        failed = 1;
    }
    if (!failed) {
        return 0;
    }
    if (fd >= 0) {
        unlink(fresh);
    }
    journal->phase = before;
    errno = number;
    return error_set_errno(err, "cannot write the journal %s", path);
}

static const char *
make_id(struct arena *arena)
{
    uint64_t number;
    if (getrandom(&number, sizeof number, 0) != sizeof number) {
        return NULL;
    }
    return arena_format(arena, "%016" PRIx64, number);
}

static void
name_spares(struct arena *arena, struct journal *journal)
{
    enum { LONGEST = 200 }; /* of 255 bytes that a name may have */
    for (size_t i = 0; i < journal->n_entries; i++) {
        struct journal_entry *entry = &journal->entries[i];
        const char *name = path_base(entry->path);
        entry->spare = arena_format(arena, "%.*s" MARK "%s-%zu", LONGEST, name,
                                    journal->id, i);
    }
}

/* A folder for JOURNAL with its lock held.  The state is locked. */
static int
make_folder(struct arena *arena, struct journal *journal, struct error *err)
{
    journal->id = make_id(arena);
    if (journal->id == NULL) {
        return error_set_errno(err, "cannot get a random number");
    }
    journal->folder = arena_format(arena, "%s/" PREFIX "%s", journal->state, journal->id);
    const char *lock = path_join(arena, journal->folder, LOCK);
    if (mkdir(journal->folder, 0700) != 0) {
        return error_set_errno(err, "cannot make %s", journal->folder);
    }
    journal->lock = open(lock, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (journal->lock < 0 || lock_soon(journal->lock) != 0) {
        error_set_errno(err, "cannot lock %s", lock);
        journal_leave(journal);
        unlink(lock);
        rmdir(journal->folder);
        return -1;
    }
    return 0;
}

int
journal_end(struct journal *journal, struct error *err)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const char *path = path_join(arena, journal->folder, JOURNAL);
    if (unlink(path) != 0 && errno != ENOENT) {
        error_set_errno(err, "cannot remove the journal %s", path);
        journal_leave(journal);
        return -1;
    }
    /* What cannot be removed of the rest is empty, and goes with the next run. */
    unlink(path_join(arena, journal->folder, LOCK));
    rmdir(journal->folder);
    journal_leave(journal);
    return 0;
}

void
journal_leave(struct journal *journal)
{
    if (journal->lock >= 0) {
        close(journal->lock);
        journal->lock = -1;
    }
}

/* --- those of others ---------------------------------------------------------------- */

/* Is the run alive whose folder is at PATH?  A lock that can be had is nobody's. */
static bool
is_alive(struct arena *arena, const char *path)
{
    int fd = open(path_join(arena, path, LOCK), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    bool is = flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(fd);
    return is;
}

/* A run that ended before it had a journal has done nothing else. */
static void
remove_empty(struct arena *arena, const char *path)
{
    DIR *folder = opendir(path);
    for (struct dirent *each; folder != NULL && (each = readdir(folder)) != NULL;) {
        if (each->d_type == DT_REG) {
            unlink(path_join(arena, path, each->d_name));
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    rmdir(path);
}

static bool
touches(const struct journal *journal, const struct place *places, size_t n)
{
    for (size_t i = 0; i < journal->n_entries; i++) {
        for (size_t k = 0; k < n; k++) {
            if (place_equal(&journal->entries[i].folder, &places[k])) {
                return true;
            }
        }
    }
    return false;
}

/* What a search has: the folders that are asked about, and the ids of runs in them. */
struct search {
    struct arena *arena;
    const struct place *places;
    size_t n_places;
    const char **ids;
    size_t n_ids, capacity;
    bool removes; /* what dead runs left in the state folder, which is locked */
};

static int
look_at(struct search *search, const char *state, const char *name,
        struct journals *out, struct error *err)
{
    struct arena *arena = search->arena;
    struct journal journal = {.state = state, .lock = -1};
    struct error ignored = ERROR_INIT;
    char *text;
    size_t size;

    journal.folder = path_join(arena, state, name);
    journal.id = arena_string(arena, name + strlen(PREFIX));
    bool alive = is_alive(arena, journal.folder);
    const char *path = path_join(arena, journal.folder, JOURNAL);
    if (file_read(arena, path, LIMIT_JOURNAL_SIZE, &text, &size, NULL, &ignored) != 0) {
        if (!alive && search->removes && !file_exists(path)) {
            remove_empty(arena, journal.folder);
        }
        return 0; /* ended, or not begun */
    }
    if (!parse(arena, text, size, &journal)) {
        return error_set(err, ERROR_FORMAT, "%s is not a valid journal", path);
    }
    if (!touches(&journal, search->places, search->n_places)) {
        return 0;
    }
    ARENA_GROW(arena, search->ids, search->n_ids, search->capacity);
    search->ids[search->n_ids++] = journal.id;
    /* It may have begun since, and ended. */
    if (alive || is_alive(arena, journal.folder)) {
        out->busy = journal.root;
        return 0;
    }
    if (!file_exists(path)) {
        return 0;
    }
    ARENA_GROW(arena, out->items, out->n_items, out->capacity);
    out->items[out->n_items++] = journal;
    return 0;
}

static int
search_state(struct search *search, const char *state, int fd, struct journals *out,
             struct error *err)
{
    int copy = dup(fd);
    DIR *folder = copy >= 0 ? fdopendir(copy) : NULL;
    if (folder == NULL) {
        return error_set_errno(err, "cannot list %s", state);
    }
    rewinddir(folder);
    int result = 0, n = 0;
    for (struct dirent *each; result == 0 && (each = readdir(folder)) != NULL;) {
        if (!string_starts(each->d_name, PREFIX)
            || strlen(each->d_name) != strlen(PREFIX) + ID_SIZE)
        {
            continue;
        }
        if (n++ == LIMIT_JOURNALS) {
            result = error_set(err, ERROR_LIMIT, "more than %d journals in %s",
                               LIMIT_JOURNALS, state);
            break;
        }
        result = look_at(search, state, each->d_name, out, err);
    }
    closedir(folder);
    return result;
}

/* The id in the NAME of a spare, or NULL if that is the name of no spare. */
static const char *
id_in(const char *name)
{
    for (const char *at = strstr(name, MARK); at != NULL; at = strstr(at + 1, MARK)) {
        const char *id = at + strlen(MARK);
        size_t size = 0;
        while (isxdigit((unsigned char)id[size])) {
            size++;
        }
        if (size == ID_SIZE && id[size] == '-') {
            return id;
        }
    }
    return NULL;
}

static void
search_foreign(const struct search *search, const char *path, struct journals *out)
{
    DIR *folder = opendir(path);
    for (struct dirent *each;
         folder != NULL && out->foreign == NULL && (each = readdir(folder)) != NULL;)
    {
        const char *id = id_in(each->d_name);
        bool is_known = id == NULL;
        for (size_t i = 0; i < search->n_ids && !is_known; i++) {
            is_known = strncmp(id, search->ids[i], ID_SIZE) == 0;
        }
        if (!is_known) {
            out->foreign = path_join(search->arena, path, each->d_name);
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
}

int
journals_find(struct arena *arena, const char *const *paths, size_t n,
              struct journals *out, struct error *err)
{
    struct place *places = ARENA_ARRAY(arena, struct place, n + 1);
    struct search search = {.arena = arena, .places = places};
    struct state_folders folders;

    *out = (struct journals){0};
    for (size_t i = 0; i < n; i++) {
        search.n_places += place_of(AT_FDCWD, paths[i], &places[search.n_places]) == 0;
    }
    state_folders_find(arena, &folders);
    for (size_t i = 0; i < folders.n_paths; i++) {
        int fd;
        struct error not_ours = ERROR_INIT;
        if (state_folder_open(folders.paths[i], &fd, &not_ours) != 0 || fd < 0) {
            continue; /* what others keep there is nothing to us */
        }
        int result = search_state(&search, folders.paths[i], fd, out, err);
        close(fd);
        if (result != 0) {
            return -1;
        }
    }
    for (size_t i = 0; i < n; i++) {
        search_foreign(&search, paths[i], out);
    }
    return 0;
}

/* The state is locked: no other run of this user can begin. */
static int
begin_alone(struct arena *arena, struct journal *journal, int state, struct error *err)
{
    struct place *places = ARENA_ARRAY(arena, struct place, journal->n_entries + 1);
    struct search search = {.arena = arena,
                            .places = places,
                            .n_places = journal->n_entries,
                            .removes = true};
    struct journals others = {0};
    for (size_t i = 0; i < journal->n_entries; i++) {
        places[i] = journal->entries[i].folder;
    }
    if (search_state(&search, journal->state, state, &others, err) != 0) {
        return -1;
    }
    if (others.busy != NULL) {
        return error_set(err, ERROR_IO,
                         "another run is writing files here; try again after it has "
                         "ended");
    }
    if (others.n_items != 0) {
        return error_set(err, ERROR_IO,
                         "an earlier run was killed while it wrote files here; revert "
                         "its changes with 'insulate convert --recover'");
    }
    if (make_folder(arena, journal, err) != 0) {
        return -1;
    }
    name_spares(arena, journal);
    if (journal_write(journal, JOURNAL_STAGING, err) != 0
        || sync_folder(journal->state) != 0)
    {
        struct error ignored = ERROR_INIT;
        (void)journal_end(journal, &ignored);
        return err->message[0] != '\0'
                   ? -1
                   : error_set_errno(err, "cannot write to %s", journal->state);
    }
    return 0;
}

int
journal_begin(struct arena *arena, struct journal *journal, struct error *err)
{
    int state;
    journal->lock = -1;
    if (state_folder_make(arena, &journal->state, &state, err) != 0) {
        return -1;
    }
    int lock = lock_state(state, journal->state, err);
    int result = lock < 0 ? -1 : begin_alone(arena, journal, state, err);
    if (lock >= 0) {
        close(lock);
    }
    close(state);
    return result;
}

int
journal_seize(struct journal *journal, struct error *err)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const char *path = path_join(arena, journal->folder, LOCK);
    journal->lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (journal->lock < 0 || lock_soon(journal->lock) != 0) {
        error_set_errno(err, "cannot lock %s", path);
        journal_leave(journal);
        return -1;
    }
    /* Another recovery may have been first. */
    if (!file_exists(path_join(arena, journal->folder, JOURNAL))) {
        unlink(path);
        rmdir(journal->folder);
        journal_leave(journal);
        return error_set(err, ERROR_IO, "another run is already reverting these "
                                        "changes");
    }
    return 0;
}
