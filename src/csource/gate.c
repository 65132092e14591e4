/* Here open() is to be open() and open64() open64(): no name for the other. */
#undef _FILE_OFFSET_BITS
#include "csource/gate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/access_log.h"
#include "base/limits.h"
#include "base/macros.h"

/* libclang has no hook for files: the program itself defines open(), which the dynamic
 * linker then gives to every library, and passes on what comes from elsewhere.  And stat(),
 * so that the access log has what libclang looks for. */

#define SEEN __attribute__((visibility("default")))

static _Thread_local struct gate *current;

void
gate_enter(struct gate *gate)
{
    current = gate;
}

void
gate_leave(void)
{
    current = NULL;
}

/* --- what is let through -------------------------------------------------- */

static const char *
kind_refused(const struct stat *status)
{
    switch (status->st_mode & S_IFMT) {
    case S_IFREG:
    case S_IFDIR:
        return NULL;
    case S_IFCHR:
        /* Builds name /dev/null as an empty header. */
        return major(status->st_rdev) == 1 && minor(status->st_rdev) == 3
                   ? NULL
                   : "which is a device";
    case S_IFBLK:
        return "which is a device";
    case S_IFIFO:
        return "which is a pipe";
    default:
        return "which is not a regular file";
    }
}

/* Files of /proc and the like tell of the process and its environment, and wait or
 * never end.  They say that they are empty. */
static bool
is_made_as_it_is_read(int fd)
{
    enum { PROC = 0x9fa0, SYSFS = 0x62656572, DEBUGFS = 0x64626720, TRACEFS = 0x74726163 };
    struct statfs system;
    if (fstatfs(fd, &system) != 0) {
        return true;
    }
    const unsigned long types[] = {PROC, SYSFS, DEBUGFS, TRACEFS};
    for (size_t i = 0; i < ARRAY_LENGTH(types); i++) {
        if ((unsigned long)system.f_type == types[i]) {
            return true;
        }
    }
    return false;
}

static const char *
content_refused(int fd, const char *path)
{
    struct stat status;
    if (fstat(fd, &status) != 0) {
        return "which cannot be read";
    }
    const char *why = kind_refused(&status);
    if (why != NULL || !S_ISREG(status.st_mode)) {
        return why;
    }
    if (status.st_size > LIMIT_SOURCE_SIZE) {
        return "which is larger than 64 MiB";
    }
    /* LLVM asks it for the processor. */
    if (status.st_size == 0 && strcmp(path, "/proc/cpuinfo") != 0
        && is_made_as_it_is_read(fd))
    {
        return "which the kernel generates";
    }
    return NULL;
}

static int
refuse(struct gate *gate, const char *path, const char *why)
{
    if (gate->path[0] == '\0') {
        snprintf(gate->path, sizeof gate->path, "%s", path);
        gate->why = why;
    }
    errno = EACCES;
    return -1;
}

/* Folders are opened, too, and then not read. */
static void
note_look(const char *path, bool is_folder)
{
    if (is_folder) {
        access_log_add_question(path);
    }
    else {
        access_log_add(path);
    }
}

static int
open_through(struct gate *gate, int folder, const char *path, int flags, mode_t mode)
{
    struct stat status;
    if ((flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0) {
        return refuse(gate, path, "to write to it");
    }
    bool is_there = fstatat(folder, path, &status, 0) == 0;
    if (folder == AT_FDCWD || path[0] == '/') {
        note_look(path, is_there && S_ISDIR(status.st_mode));
    }
    const char *why = is_there ? kind_refused(&status) : NULL;
    if (why != NULL) {
        return refuse(gate, path, why);
    }
    /* O_NONBLOCK: it may have become a pipe since. */
    int fd = (int)syscall(SYS_openat, folder, path, flags | O_NONBLOCK, mode);
    why = fd >= 0 ? content_refused(fd, path) : NULL;
    if (why != NULL) {
        close(fd);
        return refuse(gate, path, why);
    }
    gate->n_opened += fd >= 0;
    return fd;
}

/* --- in place of the C library's ------------------------------------------ */

static int
open_at(int folder, const char *path, int flags, mode_t mode)
{
    return current != NULL ? open_through(current, folder, path, flags, mode)
                           : (int)syscall(SYS_openat, folder, path, flags, mode);
}

#ifdef O_TMPFILE
#    define WANTS_MODE(flags)                                                          \
        (((flags) & O_CREAT) != 0 || ((flags) & O_TMPFILE) == O_TMPFILE)
#else
#    define WANTS_MODE(flags) (((flags) & O_CREAT) != 0)
#endif

/* The mode that follows FLAGS, if they say that one follows. */
#define TAKE_MODE(mode, flags)                                                         \
    mode_t mode = 0;                                                                   \
    if (WANTS_MODE(flags)) {                                                           \
        va_list rest;                                                                  \
        va_start(rest, flags);                                                         \
        mode = va_arg(rest, mode_t);                                                   \
        va_end(rest);                                                                  \
    }

/* Where no folder is, libclang opens no file. */
static int
look_at(const char *path, void *out_status)
{
    if (current != NULL) {
        access_log_add_question(path);
    }
    return (int)syscall(SYS_newfstatat, AT_FDCWD, path, out_status, 0);
}

SEEN int
stat(const char *path, struct stat *out_status)
{
    return look_at(path, out_status);
}

SEEN int
open(const char *path, int flags, ...)
{
    TAKE_MODE(mode, flags)
    return open_at(AT_FDCWD, path, flags, mode);
}

SEEN int
openat(int folder, const char *path, int flags, ...)
{
    TAKE_MODE(mode, flags)
    return open_at(folder, path, flags, mode);
}

#ifdef __GLIBC__
/* The names that programs built with large files or _FORTIFY_SOURCE call. */
#    undef open64
#    undef openat64
int open64(const char *path, int flags, ...);
int openat64(int folder, const char *path, int flags, ...);
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);

SEEN int
open64(const char *path, int flags, ...)
{
    TAKE_MODE(mode, flags)
    return open_at(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

SEEN int
openat64(int folder, const char *path, int flags, ...)
{
    TAKE_MODE(mode, flags)
    return open_at(folder, path, flags | O_LARGEFILE, mode);
}

SEEN int
__open_2(const char *path, int flags)
{
    return open_at(AT_FDCWD, path, flags, 0);
}

SEEN int
__open64_2(const char *path, int flags)
{
    return open_at(AT_FDCWD, path, flags | O_LARGEFILE, 0);
}

/* Of a libclang that was built for a C library before 2.33; where programs run that are
 * built for these machines, the kernel's record is that of the C library. */
#    undef stat64
int stat64(const char *path, struct stat64 *out_status);
int __xstat(int version, const char *path, struct stat *out_status);
int __xstat64(int version, const char *path, struct stat64 *out_status);

SEEN int
stat64(const char *path, struct stat64 *out_status)
{
    return look_at(path, out_status);
}

SEEN int
__xstat(int version, const char *path, struct stat *out_status)
{
    (void)version;
    return look_at(path, out_status);
}

SEEN int
__xstat64(int version, const char *path, struct stat64 *out_status)
{
    (void)version;
    return look_at(path, out_status);
}
#endif
