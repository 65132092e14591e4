#include "base/attributes.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/arena.h"

/* Names as listxattr() gives them, one behind the other. */
struct names {
    char *text; /* arena */
    ssize_t size;
};

struct value {
    char *bytes; /* arena */
    ssize_t size; /* -1: there is none */
};

/* An empty list where the file system knows no attributes. */
static int
list_names(struct arena *arena, int fd, struct names *out)
{
    *out = (struct names){NULL, 0};
    ssize_t size = flistxattr(fd, NULL, 0);
    if (size > 0) {
        out->text = arena_alloc(arena, (size_t)size, 1);
        size = flistxattr(fd, out->text, (size_t)size);
    }
    if (size < 0) {
        return errno == ENOTSUP || errno == ENOSYS ? 0 : -1;
    }
    out->size = size;
    return 0;
}

static struct value
value_of(struct arena *arena, int fd, const char *name)
{
    struct value value = {NULL, fgetxattr(fd, name, NULL, 0)};
    if (value.size >= 0) {
        value.bytes = arena_alloc(arena, (size_t)value.size + 1, 1);
        value.size = fgetxattr(fd, name, value.bytes, (size_t)value.size);
    }
    return value;
}

/* The kernel signs a file's contents here; a copy would be of another text. */
static bool
is_of_kernel(const char *name)
{
    return strcmp(name, "security.ima") == 0 || strcmp(name, "security.evm") == 0;
}

static int
copy_extended(int from, int to, const char *path, struct error *err)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct names wanted, present;
    if (list_names(arena, from, &wanted) != 0 || list_names(arena, to, &present) != 0) {
        return error_set_errno(err, "%s: cannot read the extended attributes", path);
    }
    for (ssize_t i = 0; i < wanted.size; i += (ssize_t)strlen(wanted.text + i) + 1) {
        const char *name = wanted.text + i;
        struct value old = value_of(arena, from, name);
        struct value new = value_of(arena, to, name);
        bool is_equal = old.size >= 0 && old.size == new.size
                        && memcmp(old.bytes, new.bytes, (size_t)old.size) == 0;
        if (is_equal || is_of_kernel(name)) {
            continue;
        }
        if (old.size < 0 || fsetxattr(to, name, old.bytes, (size_t)old.size, 0) != 0) {
            return error_set_errno(err, "%s: cannot copy the extended attribute %s to "
                                        "the new file",
                                   path, name);
        }
    }
    /* A folder can give its new files an access list. */
    for (ssize_t i = 0; i < present.size; i += (ssize_t)strlen(present.text + i) + 1) {
        const char *name = present.text + i;
        if (value_of(arena, from, name).size < 0 && !is_of_kernel(name)
            && fremovexattr(to, name) != 0)
        {
            return error_set_errno(err, "%s: cannot remove the extended attribute %s "
                                        "from the new file",
                                   path, name);
        }
    }
    return 0;
}

int
attributes_copy(int from, int to, const char *path, struct error *err)
{
    struct stat old, new;
    if (fstat(from, &old) != 0 || fstat(to, &new) != 0) {
        return error_set_errno(err, "cannot read %s", path);
    }
    if (old.st_uid != new.st_uid && fchown(to, old.st_uid, (gid_t)-1) != 0) {
        return error_set_errno(err, "%s: cannot give the new file the same owner (%lu)",
                               path, (unsigned long)old.st_uid);
    }
    if (old.st_gid != new.st_gid && fchown(to, (uid_t)-1, old.st_gid) != 0) {
        return error_set_errno(err, "%s: cannot give the new file the same group (%lu)",
                               path,
                               (unsigned long)old.st_gid);
    }
    if (copy_extended(from, to, path, err) != 0) {
        return -1;
    }
    /* Behind the access list, whose mask is the rights of the group. */
    if (fchmod(to, old.st_mode & 07777) != 0) {
        return error_set_errno(err, "%s: cannot give the new file the same mode", path);
    }
    if (fstat(to, &new) != 0 || (old.st_mode & 07777) != (new.st_mode & 07777)) {
        return error_set(err, ERROR_IO, "%s: cannot give the new file the same mode",
                         path);
    }
    return 0;
}

int
attributes_of_new(int fd, const char *path, struct error *err)
{
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(fd, 0666 & ~mask) == 0
               ? 0
               : error_set_errno(err, "cannot set the mode of %s", path);
}
