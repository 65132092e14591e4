#include "confine/shared_memory.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char folder[] = "/dev/shm";

static bool
write_file(const char *path, const char *text)
{
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    size_t size = strlen(text);
    bool is_written = descriptor >= 0 && write(descriptor, text, size) == (ssize_t)size;
    if (descriptor >= 0) {
        close(descriptor);
    }
    return is_written;
}

/* In a namespace of users, in which this one keeps its numbers. */
static bool
own_mounts_of_user(void)
{
    char users[64];
    char groups[64];
    snprintf(users, sizeof users, "%u %u 1", geteuid(), geteuid());
    snprintf(groups, sizeof groups, "%u %u 1", getegid(), getegid());
    return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0
           && write_file("/proc/self/uid_map", users)
           && write_file("/proc/self/setgroups", "deny")
           && write_file("/proc/self/gid_map", groups);
}

/* What a new namespace of users gives. */
static void
drop_capabilities(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};
    syscall(SYS_capset, &header, none);
}

void
shared_memory_make_private(void)
{
    bool is_of_user = false;
    if (access(folder, F_OK) != 0) {
        return;
    }
    if (unshare(CLONE_NEWNS) != 0) {
        is_of_user = true;
        if (!own_mounts_of_user()) {
            return;
        }
    }
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0) {
        mount("none", folder, "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777,size=25%");
    }
    if (is_of_user) {
        drop_capabilities();
    }
}
