#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/access_log.h"
#include "base/attributes.h"
#include "base/limits.h"
#include "base/strbuf.h"

static void
stamp_take(const struct stat *status, struct file_stamp *stamp)
{
    stamp->device = (uint64_t)status->st_dev;
    stamp->inode = (uint64_t)status->st_ino;
    stamp->size = (int64_t)status->st_size;
    stamp->modified_ns =
        (int64_t)status->st_mtim.tv_sec * 1000000000 + status->st_mtim.tv_nsec;
}

/* Files of /proc and the like say that they are empty, and are not, or cannot be read
 * where they are opened: FD, called PATH, of which nothing came. */
static int
check_empty(int fd, const char *path, struct error *err)
{
    char byte;
    ssize_t n = read(fd, &byte, 1);
    if (n < 0) {
        return error_set_errno(err, "cannot read %s", path);
    }
    if (n > 0) {
        return error_set(err, ERROR_IO,
                         "%s is a file that the kernel generates, not a file on disk",
                         path);
    }
    return 0;
}

int
file_read(struct arena *arena, const char *path, int64_t limit, char **out_text,
          size_t *out_size, struct file_stamp *out_stamp, struct error *err)
{
    struct stat status;
    access_log_add(path);
    /* Some devices act when they are opened, before anybody can ask what they are. */
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        return error_set(err, ERROR_IO, "%s is %s", path,
                         S_ISDIR(status.st_mode) ? "a folder" : "not a regular file");
    }
    /* O_NONBLOCK: a pipe without a writer must not hang us. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return error_set_errno(err, "cannot open %s", path);
    }
    int result = -1;
    if (fstat(fd, &status) != 0) {
        error_set_errno(err, "cannot read %s", path);
    }
    else if (!S_ISREG(status.st_mode)) {
        error_set(err, ERROR_IO, "%s is not a regular file", path);
    }
    else if ((int64_t)status.st_size > limit) {
        error_set(err, ERROR_LIMIT, "%s is too large (%lld bytes; the limit is %lld)",
                  path, (long long)status.st_size, (long long)limit);
    }
    else {
        size_t size = (size_t)status.st_size;
        char *text = arena_alloc(arena, size + 1, 1);
        size_t got = 0;
        ssize_t n = 1;
        while (got < size && n > 0) {
            n = read(fd, text + got, size - got);
            if (n < 0 && errno == EINTR) {
                n = 1;
                continue;
            }
            got += n > 0 ? (size_t)n : 0;
        }
        if (n < 0) {
            error_set_errno(err, "cannot read %s", path);
        }
        else if (size != 0 || check_empty(fd, path, err) == 0) {
            text[got] = '\0';
            *out_text = text;
            *out_size = got;
            if (out_stamp != NULL) {
                stamp_take(&status, out_stamp);
            }
            result = 0;
        }
    }
    close(fd);
    return result;
}

bool
file_is_unchanged(const char *path, const struct file_stamp *stamp)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        return false;
    }
    struct file_stamp now;
    stamp_take(&status, &now);
    return now.device == stamp->device && now.inode == stamp->inode
           && now.size == stamp->size && now.modified_ns == stamp->modified_ns;
}

int
file_write_all(int fd, const char *text, size_t size)
{
    size_t done = 0;
    while (done < size) {
        ssize_t n = write(fd, text + done, size - done);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return -1;
        }
        done += (size_t)n;
    }
    return 0;
}

/* Write to FD, called PATH, and close it. */
static int
write_and_close(int fd, const char *path, const char *text, size_t size,
                struct error *err)
{
    int failed = file_write_all(fd, text, size) != 0;
    int number = errno;
    if (close(fd) == 0 && !failed) {
        return 0;
    }
    errno = failed ? number : errno;
    return error_set_errno(err, "cannot write %s", path);
}

/* Where a new file cannot take the name's place: devices, pipes, links to nothing, files
 * in folders that are read-only. */
static int
write_in_place(const char *path, const char *text, size_t size, struct error *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);
    if (fd < 0) {
        return error_set_errno(err, "cannot write %s", path);
    }
    return write_and_close(fd, path, text, size, err);
}

/* The descriptor of ours, stdout or stderr, that STATUS is of: what was written there
 * must stay, so a file that it was sent to is not begun anew.  -1: none. */
static int
own_output(const struct stat *status)
{
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
        struct stat own;
        if (fstat(fd, &own) == 0 && own.st_dev == status->st_dev
            && own.st_ino == status->st_ino)
        {
            return fd;
        }
    }
    return -1;
}

/* Fill the file BESIDE, which is to take the place of PATH; OLD is open, or -1. */
static int
fill_beside(char *beside, int old, const char *path, const char *text, size_t size,
            struct error *err)
{
    int fd = mkstemp(beside);
    if (fd < 0) {
        return error_set_errno(err, "cannot create a temporary file next to %s", path);
    }
    int result = old >= 0 ? attributes_copy(old, fd, path, err)
                          : attributes_of_new(fd, path, err);
    if (result == 0 && (file_write_all(fd, text, size) != 0 || fsync(fd) != 0)) {
        result = error_set_errno(err, "cannot write %s", path);
    }
    if (close(fd) != 0 && result == 0) {
        result = error_set_errno(err, "cannot write %s", path);
    }
    return result;
}

/* PATH is the file itself, not a link to it; OLD is that file, open, or -1. */
static int
write_whole(const char *path, int old, const char *text, size_t size, struct error *err)
{
    enum { LONGEST = 200 }; /* of 255 bytes that a name may have */
    CLEANUP(strbuf_done) struct strbuf beside = STRBUF_INIT;
    int folder = (int)(path_base(path) - path);
    strbuf_format(&beside, "%.*s%.*s.insulate-XXXXXX", folder, path, LONGEST,
                  path_base(path));
    if (fill_beside(beside.text, old, path, text, size, err) == 0) {
        if (rename(beside.text, path) == 0) {
            return 0;
        }
        error_set_errno(err, "cannot write %s", path);
    }
    unlink(beside.text); /* where there is none, that is no harm */
    return -1;
}

/* Can a new file take the place of the one at PATH, and be the same to all but readers of
 * its text? */
static bool
is_replaceable(const char *path, const struct stat *status)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    return status->st_nlink == 1 && (status->st_uid == geteuid() || geteuid() == 0)
           && access(path_folder(arena, path), W_OK | X_OK) == 0;
}

int
file_check_writable(const char *path, struct error *err)
{
    struct stat status;
    if (lstat(path, &status) != 0) {
        CLEANUP(arena_cleanup) struct arena *arena = arena_new();
        bool can_come = errno == ENOENT && path_base(path)[0] != '\0'
                        && access(path_folder(arena, path), W_OK | X_OK) == 0;
        return can_come ? 0 : error_set_errno(err, "cannot write %s", path);
    }
    if (S_ISLNK(status.st_mode) && stat(path, &status) != 0) {
        return 0; /* opening it may make what it leads to */
    }
    if (S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return error_set_errno(err, "cannot write %s", path);
    }
    if (!S_ISREG(status.st_mode) || own_output(&status) >= 0) {
        return 0;
    }
    if ((status.st_mode & 0222) == 0) {
        return error_set(err, ERROR_IO, "cannot write %s: it is read-only", path);
    }
    bool can_be_written = is_replaceable(path, &status) || access(path, W_OK) == 0;
    return can_be_written ? 0 : error_set_errno(err, "cannot write %s", path);
}

int
file_write(const char *path, const char *text, size_t size, struct error *err)
{
    struct stat status, real;
    char target[PATH_MAX];
    if (file_check_writable(path, err) != 0) {
        return -1;
    }
    if (lstat(path, &status) != 0) {
        return write_whole(path, -1, text, size, err);
    }
    if (S_ISLNK(status.st_mode) && stat(path, &status) != 0) {
        return write_in_place(path, text, size, err);
    }
    int output = own_output(&status);
    if (output >= 0) {
        int copy = dup(output);
        return copy < 0 ? error_set_errno(err, "cannot write %s", path)
                        : write_and_close(copy, path, text, size, err);
    }
    if (!S_ISREG(status.st_mode)) {
        return write_in_place(path, text, size, err);
    }
    /* A link of /proc may lead to a file that has lost its name. */
    if (realpath(path, target) == NULL || lstat(target, &real) != 0
        || real.st_dev != status.st_dev || real.st_ino != status.st_ino
        || !is_replaceable(target, &status))
    {
        return write_in_place(path, text, size, err);
    }
    int old = open(target, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (old < 0) {
        return write_in_place(path, text, size, err); /* it may be written, not read */
    }
    int result = write_whole(target, old, text, size, err);
    close(old);
    return result;
}

bool
file_is_same(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && S_ISREG(of_a.st_mode)
           && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

static int
by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void
list_add(struct arena *arena, struct path_list *list, const char *path)
{
    ARENA_GROW(arena, list->paths, list->n_paths, list->capacity);
    list->paths[list->n_paths++] = path;
}

static int
list_folder(struct arena *arena, const char *path, path_filter *wanted, int depth,
            struct path_list *list, struct error *err)
{
    if (depth > LIMIT_PATH_DEPTH) {
        list_add(arena, list, path);
        return 0;
    }
    access_log_add(path);
    DIR *folder = opendir(path);
    if (folder == NULL && depth > 0 && errno == EACCES) {
        list_add(arena, list, path);
        return 0;
    }
    if (folder == NULL) {
        return error_set_errno(err, "cannot list directory %s", path);
    }
    int result = 0;
    struct dirent *entry;
    while (result == 0 && (entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] == '.') {
            continue;
        }
        char *child = path_join(arena, path, entry->d_name);
        struct stat status;
        if (lstat(child, &status) != 0) {
            continue;
        }
        if (S_ISDIR(status.st_mode)) {
            result = list_folder(arena, child, wanted, depth + 1, list, err);
            continue;
        }
        if (S_ISLNK(status.st_mode)) {
            access_log_add_question(child); /* what it leads to may come and go */
        }
        if (S_ISLNK(status.st_mode)
            && (stat(child, &status) != 0 || !S_ISREG(status.st_mode)))
        {
            continue;
        }
        if (!S_ISREG(status.st_mode) || !wanted(entry->d_name)) {
            continue;
        }
        if (list->n_paths >= LIMIT_FILES) {
            result = error_set(err, ERROR_LIMIT, "more than %d files in %s",
                               LIMIT_FILES, path);
            break;
        }
        list_add(arena, list, child);
    }
    closedir(folder);
    return result;
}

int
file_list(struct arena *arena, const char *path, path_filter *wanted,
          struct path_list *out_list, struct error *err)
{
    struct stat status;
    access_log_add_question(path);
    if (stat(path, &status) != 0) {
        return error_set_errno(err, "cannot read %s", path);
    }
    struct path_list list = {NULL, 0, 0};
    if (!S_ISDIR(status.st_mode)) {
        list_add(arena, &list, arena_string(arena, path));
    }
    else {
        if (list_folder(arena, path, wanted, 0, &list, err) != 0) {
            return -1;
        }
        if (list.n_paths > 1) {
            qsort(list.paths, list.n_paths, sizeof *list.paths, by_name);
        }
    }
    *out_list = list;
    return 0;
}

bool
file_is_link(const char *path)
{
    struct stat status;
    access_log_add(path);
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

bool
file_exists(const char *path)
{
    struct stat status;
    access_log_add_question(path);
    return stat(path, &status) == 0;
}

int64_t
file_size(const char *path)
{
    struct stat status;
    access_log_add(path);
    return stat(path, &status) == 0 ? status.st_size : 0;
}

bool
file_is_folder(const char *path)
{
    struct stat status;
    access_log_add_question(path);
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

char *
path_join(struct arena *arena, const char *dir, const char *name)
{
    if (name[0] == '/' || dir[0] == '\0' || strcmp(dir, ".") == 0) {
        return arena_string(arena, name);
    }
    size_t size = strlen(dir);
    return arena_format(arena, dir[size - 1] == '/' ? "%s%s" : "%s/%s", dir, name);
}

char *
path_join_real(struct arena *arena, const char *dir, const char *name)
{
    while (string_starts(name, "../")) {
        dir = path_folder(arena, dir);
        name += strlen("../") + strspn(name + strlen("../"), "/");
    }
    return path_join(arena, dir, name);
}

char *
path_folder(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL) {
        return arena_string(arena, ".");
    }
    return slash == path ? arena_string(arena, "/")
                         : arena_copy(arena, path, (size_t)(slash - path));
}

const char *
path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *
path_real(struct arena *arena, const char *path)
{
    char *real = realpath(path, NULL);
    char *copy = arena_string(arena, real ? real : path);
    free(real);
    return copy;
}

char *
path_full(struct arena *arena, const char *path)
{
    char *real = realpath(path, NULL);
    if (real != NULL || strcmp(path, ".") == 0 || strcmp(path, "/") == 0) {
        char *copy = arena_string(arena, real ? real : path);
        free(real);
        return copy;
    }
    const char *name = path_base(path);
    char *folder = path_full(arena, path_folder(arena, path));
    if (name[0] == '\0' || strcmp(name, ".") == 0) {
        return folder;
    }
    return strcmp(name, "..") == 0 ? path_folder(arena, folder)
                                   : path_join(arena, folder, name);
}

const char *
path_below(const char *path, const char *folder)
{
    size_t size = strlen(folder);
    if (size != 0 && strncmp(path, folder, size) == 0 && path[size] == '/') {
        return path + size + 1;
    }
    return path;
}

const char *
path_program_folder(void)
{
    static char folder[PATH_MAX];
    if (folder[0] == '\0') {
        ssize_t size = readlink("/proc/self/exe", folder, sizeof folder - 1);
        if (size <= 0) {
            return "";
        }
        folder[size] = '\0';
        char *slash = strrchr(folder, '/');
        if (slash != NULL) {
            *slash = '\0';
        }
    }
    return folder;
}

char *
path_site_packages(struct arena *arena, const char *name)
{
    /* The last one is Debian's, for what pip installs there as root. */
    static const char *const patterns[] = {
        "../lib/python3*/site-packages", "../lib64/python3*/site-packages",
        "../local/lib/python3*/dist-packages", "../lib/python3*/dist-packages"};
    const char *folder = path_program_folder();
    char *found = NULL;
    for (size_t i = 0; folder[0] != '\0' && found == NULL && i < ARRAY_LENGTH(patterns);
         i++) {
        glob_t matches;
        char *pattern = path_join(arena, path_join(arena, folder, patterns[i]), name);
        access_log_add_pattern(arena, pattern);
        if (glob(pattern, 0, NULL, &matches) == 0) {
            found = arena_string(arena, matches.gl_pathv[matches.gl_pathc - 1]);
        }
        globfree(&matches);
    }
    return found;
}
