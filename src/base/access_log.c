#include "base/access_log.h"

#include <glob.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/file.h"
#include "base/map.h"
#include "base/strbuf.h"

/* Nanoseconds.  Clocks of file systems tick less often than the machine's. */
#define SECOND INT64_C(1000000000)

static struct {
    atomic_bool is_on;
    pthread_mutex_t mutex;
    struct arena *arena; /* owned; NULL: no log */
    struct map paths;
    struct access_list looks; /* in the order of the first one of each path */
    int64_t begin;            /* nanoseconds of the real-time clock */
} journal = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static int64_t
nanoseconds(struct timespec time)
{
    return (int64_t)time.tv_sec * SECOND + time.tv_nsec;
}

static int64_t
now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return nanoseconds(time);
}

void
access_log_begin(void)
{
    pthread_mutex_lock(&journal.mutex);
    journal.arena = arena_new();
    map_init(&journal.paths, journal.arena);
    journal.looks = (struct access_list){0};
    journal.begin = now();
    journal.is_on = true;
    pthread_mutex_unlock(&journal.mutex);
}

void
access_log_pause(void)
{
    journal.is_on = false;
}

void
access_log_resume(void)
{
    journal.is_on = journal.arena != NULL;
}

/* Files that the kernel makes up tell of the process. */
static bool
is_of_process(const char *path)
{
    return string_starts(path, "/proc/") || string_starts(path, "/dev/")
           || string_starts(path, "/sys/");
}

struct access
access_look(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        return (struct access){.path = path};
    }
    return (struct access){
        .path = path,
        .kind = status.st_mode & S_IFMT,
        .device = (int64_t)status.st_dev,
        .node = (int64_t)status.st_ino,
        .size = (int64_t)status.st_size,
        .modified = nanoseconds(status.st_mtim),
        .changed = nanoseconds(status.st_ctim),
    };
}

bool
access_is_as_it_was(const struct access *item)
{
    struct access is = access_look(item->path);
    return is.kind == item->kind
           && (!item->is_read
               || (is.device == item->device && is.node == item->node
                   && is.size == item->size && is.modified == item->modified
                   && is.changed == item->changed));
}

/* With the mutex. */
static void
add(const char *path, bool is_read)
{
    struct access_list *looks = &journal.looks;
    const size_t *known = map_find_string(&journal.paths, path);
    if (known == NULL) {
        size_t *index = ARENA_NEW(journal.arena, size_t);
        *index = looks->n_items;
        map_set_string(&journal.paths, path, index);
        ARENA_GROW(journal.arena, looks->items, looks->n_items, looks->capacity);
        looks->items[looks->n_items++] = access_look(arena_string(journal.arena, path));
        known = index;
    }
    looks->items[*known].is_read |= is_read;
}

static void
add_unless_off(const char *path, bool is_read)
{
    static _Thread_local bool is_adding; /* the look itself is none of the run's */
    if (!journal.is_on || is_adding || path[0] == '\0' || is_of_process(path)) {
        return;
    }
    is_adding = true;
    pthread_mutex_lock(&journal.mutex);
    if (journal.is_on) {
        add(path, is_read);
    }
    pthread_mutex_unlock(&journal.mutex);
    is_adding = false;
}

void
access_log_add(const char *path)
{
    add_unless_off(path, true);
}

void
access_log_add_question(const char *path)
{
    add_unless_off(path, false);
}

/* Is the part of the pattern at TEXT to be compared with a folder's entries? */
static bool
is_compared(const char *text)
{
    return strcspn(text, "*?[") < strcspn(text, "/");
}

void
access_log_add_pattern(struct arena *arena, const char *pattern)
{
    glob_t found;
    for (const char *slash = strchr(pattern, '/'); journal.is_on && slash != NULL;
         slash = strchr(slash + 1, '/'))
    {
        const char *folders =
            slash == pattern ? "/" : arena_copy(arena, pattern, (size_t)(slash - pattern));
        if (glob(folders, GLOB_NOCHECK, NULL, &found) == 0) {
            for (size_t i = 0; i < found.gl_pathc; i++) {
                add_unless_off(found.gl_pathv[i], is_compared(slash + 1));
            }
        }
        globfree(&found);
    }
}

static const char *const *
copy_words(struct arena *arena, const char *const *words)
{
    size_t n = 0;
    while (words[n] != NULL) {
        n++;
    }
    const char **copy = ARENA_ARRAY(arena, const char *, n + 1);
    for (size_t i = 0; i < n; i++) {
        copy[i] = arena_string(arena, words[i]);
    }
    copy[n] = NULL;
    return copy;
}

static bool
have_same_words(const char *const *a, const char *const *b)
{
    size_t i = 0;
    while (a[i] != NULL && b[i] != NULL && strcmp(a[i], b[i]) == 0) {
        i++;
    }
    return a[i] == b[i]; /* both NULL */
}

/* With the mutex. */
static void
add_program(struct arena *arena, struct access_list *list, const char *const *argv,
            const char *answer)
{
    for (size_t i = 0; i < list->n_programs; i++) {
        if (have_same_words(list->programs[i].argv, argv)) {
            return;
        }
    }
    ARENA_GROW(arena, list->programs, list->n_programs, list->programs_capacity);
    list->programs[list->n_programs++] = (struct asked_program){
        copy_words(arena, argv), answer != NULL ? arena_string(arena, answer) : NULL};
}

void
access_log_add_program(const char *const *argv, const char *answer)
{
    if (!journal.is_on) {
        return;
    }
    pthread_mutex_lock(&journal.mutex);
    if (journal.is_on) {
        add_program(journal.arena, &journal.looks, argv, answer);
    }
    pthread_mutex_unlock(&journal.mutex);
}

void
access_log_drop(void)
{
    pthread_mutex_lock(&journal.mutex);
    journal.is_on = false;
    arena_free(journal.arena);
    journal.arena = NULL;
    pthread_mutex_unlock(&journal.mutex);
}

bool
access_log_end(struct arena *arena, struct access_list *out)
{
    bool is_sound = true;
    *out = (struct access_list){0};
    pthread_mutex_lock(&journal.mutex);
    journal.is_on = false;
    const char *folder = path_real(arena, ".");
    for (size_t i = 0; i < journal.looks.n_items; i++) {
        struct access item = journal.looks.items[i];
        bool is_old = item.modified < journal.begin - SECOND
                      && item.changed < journal.begin - SECOND;
        is_sound &= access_is_as_it_was(&item) && (is_old || !item.is_read);
        item.path = arena_string(arena, path_join(arena, folder, item.path));
        ARENA_GROW(arena, out->items, out->n_items, out->capacity);
        out->items[out->n_items++] = item;
    }
    for (size_t i = 0; i < journal.looks.n_programs; i++) {
        add_program(arena, out, journal.looks.programs[i].argv,
                    journal.looks.programs[i].answer);
    }
    pthread_mutex_unlock(&journal.mutex);
    access_log_drop();
    return is_sound;
}
