/* Waiting until files change, on a system that tells (inotify).  Changes that another
 * machine makes on a network share are not told. */
#ifndef INSULATE_BASE_FILE_WATCH_H
#define INSULATE_BASE_FILE_WATCH_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/map.h"

/* Does a file called NAME count, in the folder that this was given for? */
typedef bool watch_filter(const char *name);

struct watched_folder {
    int number; /* of inotify */
    watch_filter *is_wanted;
    bool takes_folders; /* one that comes or goes in it counts, too */
};

struct file_watch {
    struct arena *arena; /* owned */
    int fd;
    struct map names; /* that count in any watched folder */
    struct watched_folder *folders;
    size_t n_folders, capacity;
    bool is_changed; /* a file that was added had changed before */
};

MUST_CHECK int file_watch_begin(struct file_watch *watch, struct error *err);
void file_watch_end(struct file_watch *watch);

/* Watch FOLDER itself, for what IS_WANTED likes and, if it TAKES_FOLDERS, for folders; of two
 * calls the one that takes folders counts.  It must exist, or nothing will be told. */
void file_watch_add_folder(struct file_watch *watch, const char *folder,
                           watch_filter *is_wanted, bool takes_folders);
/* Watch FILE, which need not exist, and its folder for what IS_WANTED likes.  If it was
 * changed after SINCE (seconds of the real-time clock), the next wait ends at once. */
void file_watch_add(struct file_watch *watch, const char *file, watch_filter *is_wanted,
                    double since);

/* Wait for a change; then until nothing has changed for a moment, since editors save in
 * steps. */
MUST_CHECK int file_watch_wait(struct file_watch *watch, struct error *err);

#endif
