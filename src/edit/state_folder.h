/* The folders where the program keeps what no project may write: of this user alone. */
#ifndef INSULATE_EDIT_STATE_FOLDER_H
#define INSULATE_EDIT_STATE_FOLDER_H

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"

/* Where they may be, the best first: below $XDG_STATE_HOME if that is set, else below the
 * home, else in /var/tmp (no home, or one that is read-only or another user's). */
struct state_folders {
    const char *paths[3]; /* arena */
    size_t n_paths;
};

void state_folders_find(struct arena *arena, struct state_folders *out);

/* Open the folder PATH of state_folders.  -1 without an error (*out_fd = -1, returns 0)
 * if there is none; an error if it is another user's, or others may write there. */
MUST_CHECK int state_folder_open(const char *path, int *out_fd, struct error *err);

/* Make, if need be, and open the first folder that serves.  Returns -1 with the reasons
 * and the remedy in ERR if none does. */
MUST_CHECK int state_folder_make(struct arena *arena, const char **out_path, int *out_fd,
                                 struct error *err);

#endif
