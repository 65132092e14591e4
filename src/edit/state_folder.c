#include "edit/state_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/strbuf.h"

enum { OTHERS_WRITE = 022, OWN_ONLY = 0700 };

static bool
is_own(const char *path)
{
    struct stat status;
    return path != NULL && path[0] == '/' && stat(path, &status) == 0
           && S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

/* sudo may leave the caller's HOME to root, and what root makes there the caller could
 * not use again; so a home counts if it is the user's own. */
static const char *
home_folder(void)
{
    const char *home = getenv("HOME");
    if (is_own(home)) {
        return home;
    }
    const struct passwd *user = getpwuid(geteuid());
    return user != NULL && is_own(user->pw_dir) ? user->pw_dir : NULL;
}

void
state_folders_find(struct arena *arena, struct state_folders *out)
{
    const char *state = getenv("XDG_STATE_HOME");
    *out = (struct state_folders){.n_paths = 0};
    if (state != NULL && state[0] == '/') {
        out->paths[out->n_paths++] = arena_format(arena, "%s/insulate", state);
        return; /* who names a place means that one */
    }
    const char *home = home_folder();
    if (home != NULL) {
        out->paths[out->n_paths++] =
            arena_format(arena, "%s/.local/state/insulate", home);
    }
    out->paths[out->n_paths++] =
        arena_format(arena, "/var/tmp/insulate-%lu", (unsigned long)geteuid());
}

int
state_folder_open(const char *path, int *out_fd, struct error *err)
{
    struct stat status;
    *out_fd = -1;
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) {
        return errno == ENOENT || errno == EACCES
                   ? 0
                   : error_set_errno(err, "cannot open %s", path);
    }
    if (fstat(fd, &status) != 0 || status.st_uid != geteuid()) {
        close(fd);
        return error_set(err, ERROR_IO, "%s belongs to another user", path);
    }
    if ((status.st_mode & OTHERS_WRITE) != 0) {
        close(fd);
        return error_set(err, ERROR_IO, "%s can be written by other users", path);
    }
    *out_fd = fd;
    return 0;
}

/* Make PATH and what lacks above it; what is there stays as it is. */
static int
make_folders(struct arena *arena, const char *path)
{
    char *each = arena_string(arena, path);
    for (char *slash = strchr(each + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash != NULL) {
            *slash = '\0';
        }
        if (mkdir(each, OWN_ONLY) != 0 && errno != EEXIST) {
            /* A folder above that is there may be on a read-only file system. */
            struct stat status;
            int number = errno;
            if (stat(each, &status) != 0) {
                errno = number;
                return -1;
            }
        }
        if (slash == NULL) {
            return 0;
        }
        *slash = '/';
    }
}

static int
make(struct arena *arena, const char *path, int *out_fd, struct error *err)
{
    if (make_folders(arena, path) != 0) {
        return error_set_errno(err, "cannot create %s", path);
    }
    if (state_folder_open(path, out_fd, err) != 0) {
        return -1;
    }
    if (*out_fd < 0 || faccessat(*out_fd, ".", W_OK | X_OK, AT_EACCESS) != 0) {
        if (*out_fd >= 0) {
            close(*out_fd);
        }
        return error_set_errno(err, "cannot write to %s", path);
    }
    return 0;
}

int
state_folder_make(struct arena *arena, const char **out_path, int *out_fd,
                  struct error *err)
{
    struct state_folders folders;
    CLEANUP(strbuf_done) struct strbuf reasons = STRBUF_INIT;
    state_folders_find(arena, &folders);
    for (size_t i = 0; i < folders.n_paths; i++) {
        struct error reason = ERROR_INIT;
        if (make(arena, folders.paths[i], out_fd, &reason) == 0) {
            *out_path = folders.paths[i];
            return 0;
        }
        strbuf_format(&reasons, "%s%s", i == 0 ? "" : "; ", reason.message);
    }
    return error_set(err, ERROR_IO,
                     "no directory for the journal: %s; set XDG_STATE_HOME to a "
                     "directory of your own",
                     reasons.text);
}
