#include "base/file_watch.h"

#include <errno.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

enum {
    QUIET_MS = 100, /* between the last step of a change and its report */
    EVENTS_SIZE = 16 << 10,
};

int
file_watch_begin(struct file_watch *watch, struct error *err)
{
    *watch = (struct file_watch){.arena = arena_new(),
                                 .fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK)};
    map_init(&watch->names, watch->arena);
    return watch->fd >= 0 ? 0 : error_set_errno(err, "cannot watch files");
}

void
file_watch_end(struct file_watch *watch)
{
    if (watch->fd >= 0) {
        close(watch->fd);
    }
    arena_free(watch->arena);
    watch->arena = NULL;
}

static struct watched_folder *
find_folder(const struct file_watch *watch, int number)
{
    for (size_t i = 0; i < watch->n_folders; i++) {
        if (watch->folders[i].number == number) {
            return &watch->folders[i];
        }
    }
    return NULL;
}

void
file_watch_add_folder(struct file_watch *watch, const char *folder,
                      watch_filter *is_wanted, bool takes_folders)
{
    /* CREATE: of links and folders, which nobody closes.  Once more of a folder that is
     * watched gives its number. */
    uint32_t events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE;
    int number = inotify_add_watch(watch->fd, folder, events | IN_ONLYDIR);
    struct watched_folder *known = find_folder(watch, number);
    if (number < 0 || (known != NULL && known->takes_folders)) {
        return;
    }
    if (known == NULL) {
        ARENA_GROW(watch->arena, watch->folders, watch->n_folders, watch->capacity);
        known = &watch->folders[watch->n_folders++];
    }
    *known = (struct watched_folder){number, is_wanted, takes_folders};
}

static double
change_time(const char *file)
{
    struct stat status;
    return stat(file, &status) == 0
               ? (double)status.st_mtim.tv_sec + (double)status.st_mtim.tv_nsec / 1e9
               : 0;
}

void
file_watch_add(struct file_watch *watch, const char *file, watch_filter *is_wanted,
               double since)
{
    char *name = arena_string(watch->arena, path_base(file));
    map_set_string(&watch->names, name, name);
    file_watch_add_folder(watch, path_folder(watch->arena, file), is_wanted, true);
    watch->is_changed |= change_time(file) > since;
}

static bool
counts(const struct file_watch *watch, const struct inotify_event *event)
{
    const struct watched_folder *folder = find_folder(watch, event->wd);
    if ((event->mask & IN_Q_OVERFLOW) != 0 || folder == NULL || event->len == 0) {
        return (event->mask & IN_Q_OVERFLOW) != 0;
    }
    return ((event->mask & IN_ISDIR) != 0 && folder->takes_folders)
           || map_find_string(&watch->names, event->name) != NULL
           || folder->is_wanted(event->name);
}

/* Take what was told.  Returns whether it counts. */
static bool
take_events(const struct file_watch *watch)
{
    _Alignas(struct inotify_event) char buffer[EVENTS_SIZE];
    bool is_changed = false;
    ssize_t size;
    while ((size = read(watch->fd, buffer, sizeof buffer)) > 0) {
        for (const char *at = buffer; at < buffer + size;) {
            const struct inotify_event *event = (const struct inotify_event *)at;
            is_changed |= counts(watch, event);
            at += sizeof *event + event->len;
        }
    }
    return is_changed;
}

int
file_watch_wait(struct file_watch *watch, struct error *err)
{
    struct pollfd source = {.fd = watch->fd, .events = POLLIN};
    bool is_changed = watch->is_changed;
    watch->is_changed = false;
    for (;;) {
        int n = poll(&source, 1, is_changed ? QUIET_MS : -1);
        if (n < 0 && errno != EINTR) {
            return error_set_errno(err, "cannot watch files");
        }
        if (n == 0 && is_changed) {
            return 0;
        }
        is_changed |= n > 0 && take_events(watch);
    }
}
