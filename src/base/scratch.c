#include "base/scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"

/* TMPDIR/insulate-XXXXXX holds the lock of the run and the folder that it works in. */
#define PREFIX "insulate-"
#define LOCK "scratch.lock"
#define WORK "work"

/* Remove the file NAME in FOLDER, or the folder if it is empty.  Returns -1 if it is
 * still there. */
static int
remove_name(int folder, const char *name)
{
    return unlinkat(folder, name, 0) == 0 || unlinkat(folder, name, AT_REMOVEDIR) == 0
               ? 0
               : -1;
}

/* The folder NAME in PARENT, on DEVICE, to be emptied; -1. */
static int
open_folder(int parent, const char *name, dev_t device)
{
    struct stat status;
    if (fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) != 0
        || !S_ISDIR(status.st_mode) || status.st_dev != device)
    {
        return -1;
    }
    if ((status.st_mode & S_IRWXU) != S_IRWXU) {
        (void)fchmodat(parent, name, S_IRWXU, 0);
    }
    return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Empty FOLDER, which it closes: what cannot be removed moves up into ROOT, under a name
 * with the number *N_MOVED.  ROOT itself: what cannot be removed is emptied so.  Returns
 * whether anything was removed or moved. */
static bool
empty_folder(int folder, int root, dev_t device, unsigned *n_moved)
{
    bool is_root = folder == root;
    DIR *list = fdopendir(is_root ? dup(folder) : folder);
    bool has_done = false;

    if (list == NULL) {
        return false;
    }
    rewinddir(list);
    for (struct dirent *each; (each = readdir(list)) != NULL;) {
        const char *name = each->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
            continue;
        }
        if (remove_name(dirfd(list), name) == 0) {
            has_done = true;
            continue;
        }
        if (is_root) {
            int inner = open_folder(root, name, device);
            has_done |= inner >= 0 && empty_folder(inner, root, device, n_moved);
            has_done |= remove_name(root, name) == 0;
            continue;
        }
        char moved[32];
        snprintf(moved, sizeof moved, ".moved-%u", (*n_moved)++);
        has_done |= renameat(dirfd(list), name, root, moved) == 0;
    }
    closedir(list);
    return has_done;
}

/* However deep it is: no path is longer than one name, and nothing nests.  It ends, also
 * while somebody else goes on writing there. */
static void
remove_tree(const char *path)
{
    enum { MAX_ROUNDS = 100000 };
    int root = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    unsigned n_moved = 0;

    if (root >= 0 && fstat(root, &status) == 0) {
        for (int i = 0; i < MAX_ROUNDS; i++) {
            if (!empty_folder(root, root, status.st_dev, &n_moved)) {
                break;
            }
        }
    }
    if (root >= 0) {
        close(root);
    }
    (void)rmdir(path);
}

static const char *
parent_folder(void)
{
    const char *temporary = getenv("TMPDIR");
    return temporary != NULL && temporary[0] != '\0' ? temporary : "/tmp";
}

/* Is PATH a folder of ours that a run has left?  A lock that can be had belongs to no
 * process.  Folders without a lock of that name are not touched, whatever theirs is. */
static bool
is_left(struct arena *arena, const char *path)
{
    struct stat status;
    if (lstat(path, &status) != 0 || !S_ISDIR(status.st_mode)
        || status.st_uid != geteuid())
    {
        return false;
    }
    const char *lock = path_join(arena, path, LOCK);
    int file = open(lock, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        return false;
    }
    bool is = fstat(file, &status) == 0 && S_ISREG(status.st_mode)
              && flock(file, LOCK_EX | LOCK_NB) == 0;
    close(file);
    return is;
}

static void
remove_left(struct arena *arena)
{
    const char *parent = parent_folder();
    DIR *folder = opendir(parent);
    int n = 0;
    for (struct dirent *each;
         folder != NULL && n < LIMIT_FILES && (each = readdir(folder)) != NULL; n++)
    {
        if (strncmp(each->d_name, PREFIX, strlen(PREFIX)) != 0) {
            continue;
        }
        const char *path = path_join(arena, parent, each->d_name);
        if (is_left(arena, path)) {
            remove_tree(path);
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
}

/* The lock gets its name when it is held already.  It is held until this process ends,
 * whichever way; what it starts does not inherit it. */
static int
hold_lock(struct arena *arena, const char *folder)
{
    char *path = arena_format(arena, "%s/XXXXXX", folder);
    int file = mkostemp(path, O_CLOEXEC);
    if (file < 0) {
        return -1;
    }
    if (flock(file, LOCK_EX | LOCK_NB) != 0
        || rename(path, path_join(arena, folder, LOCK)) != 0)
    {
        close(file);
        return -1;
    }
    return 0;
}

char *
scratch_make(struct arena *arena, struct error *err)
{
    remove_left(arena);
    char *folder = arena_format(arena, "%s/" PREFIX "XXXXXX", parent_folder());
    if (mkdtemp(folder) == NULL) {
        error_set_errno(err, "cannot create a temporary directory in %s",
                        parent_folder());
        return NULL;
    }
    char *work = path_join(arena, folder, WORK);
    if (hold_lock(arena, folder) != 0 || mkdir(work, 0700) != 0) {
        error_set_errno(err, "cannot create a temporary directory in %s", folder);
        remove_tree(folder);
        return NULL;
    }
    return work;
}

void
scratch_remove(const char *path)
{
    if (path == NULL) {
        return;
    }
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    remove_tree(path_folder(arena, path));
}

void
scratch_remove_inner(const char *path)
{
    remove_tree(path);
}
