#include "base/scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
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

static int
remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

static void
remove_tree(const char *path)
{
    enum { OPEN_FOLDERS = 16 };
    (void)nftw(path, remove_entry, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
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
        error_set_errno(err, "cannot make a folder in %s", parent_folder());
        return NULL;
    }
    char *work = path_join(arena, folder, WORK);
    if (hold_lock(arena, folder) != 0 || mkdir(work, 0700) != 0) {
        error_set_errno(err, "cannot make a folder in %s", folder);
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
