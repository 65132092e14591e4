#include "confine/call_filter.h"

#include <dirent.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#define FOREIGN_CALLS 0x40000000 /* of x32, which shares the architecture */
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* Since Linux 5.0, 4.17; older headers lack them. */
#ifndef SECCOMP_FILTER_FLAG_NEW_LISTENER
#define SECCOMP_FILTER_FLAG_NEW_LISTENER (1UL << 3)
#endif
#ifndef SECCOMP_FILTER_FLAG_SPEC_ALLOW
#define SECCOMP_FILTER_FLAG_SPEC_ALLOW (1UL << 2)
#endif

#ifdef OWN_ARCHITECTURE

#define LOAD(field)                                                                    \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define ON(number, action)                                                             \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), RETURN(action)
#define ASK SECCOMP_RET_USER_NOTIF
#define REFUSE(number) (SECCOMP_RET_ERRNO | (number))

static struct sock_filter filter[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
    RETURN(REFUSE(ENOSYS)),
    LOAD(nr),
#ifdef FOREIGN_CALLS
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FOREIGN_CALLS, 0, 1),
    RETURN(REFUSE(ENOSYS)),
#endif
/* Processes: how many there are, and who made or ended one. */
#ifdef SYS_fork
    ON(SYS_fork, ASK),
    ON(SYS_vfork, ASK),
#endif
    ON(SYS_clone, ASK),
#ifdef SYS_clone3
    ON(SYS_clone3, REFUSE(ENOSYS)), /* its flags are in memory; libraries use clone */
#endif
    ON(SYS_exit_group, ASK),
    /* Other processes: only the child's own. */
    ON(SYS_kill, ASK),
    ON(SYS_tkill, ASK),
    ON(SYS_tgkill, ASK),
    ON(SYS_rt_sigqueueinfo, ASK),
    ON(SYS_rt_tgsigqueueinfo, ASK),
    ON(SYS_process_vm_readv, ASK),
    ON(SYS_process_vm_writev, ASK),
    ON(SYS_ptrace, REFUSE(EPERM)),
#ifdef SYS_pidfd_send_signal
    ON(SYS_pidfd_send_signal, REFUSE(ENOSYS)),
    ON(SYS_pidfd_getfd, REFUSE(ENOSYS)),
#endif
    /* The machine: what an ordinary user may not do, root's modules may not either. */
    ON(SYS_reboot, REFUSE(EPERM)),
    ON(SYS_kexec_load, REFUSE(EPERM)),
    ON(SYS_init_module, REFUSE(EPERM)),
    ON(SYS_finit_module, REFUSE(EPERM)),
    ON(SYS_delete_module, REFUSE(EPERM)),
    ON(SYS_swapon, REFUSE(EPERM)),
    ON(SYS_swapoff, REFUSE(EPERM)),
    ON(SYS_mount, REFUSE(EPERM)),
    ON(SYS_umount2, REFUSE(EPERM)),
    ON(SYS_pivot_root, REFUSE(EPERM)),
    ON(SYS_sethostname, REFUSE(EPERM)),
    ON(SYS_setdomainname, REFUSE(EPERM)),
    ON(SYS_settimeofday, REFUSE(EPERM)),
    ON(SYS_clock_settime, REFUSE(EPERM)),
    ON(SYS_acct, REFUSE(EPERM)),
    ON(SYS_quotactl, REFUSE(EPERM)),
    /* Limits of others. */
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 1, 0),
    RETURN(SECCOMP_RET_ALLOW),
    LOAD(args[0]),
    ON(0, SECCOMP_RET_ALLOW),
    RETURN(ASK),
};

/* Returns the descriptor on which the kernel asks, or -1 with errno set. */
static int
install(void)
{
    struct sock_fprog program = {.len = sizeof filter / sizeof filter[0],
                                 .filter = filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        return -1;
    }
    return (int)syscall(
        SYS_seccomp, SECCOMP_SET_MODE_FILTER,
        SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
}

#else

static int
install(void)
{
    errno = ENOSYS;
    return -1;
}

#endif

/* Processes and threads that the user has. */
static rlim_t
count_tasks(void)
{
    rlim_t n = 0;
    DIR *processes = opendir("/proc");
    for (struct dirent *each; processes != NULL && (each = readdir(processes)) != NULL;)
    {
        char path[300];
        struct stat status;
        snprintf(path, sizeof path, "/proc/%s/task", each->d_name);
        if (each->d_name[0] >= '0' && each->d_name[0] <= '9' && stat(path, &status) == 0
            && status.st_uid == getuid())
        {
            n += status.st_nlink > 2 ? status.st_nlink - 2 : 1;
        }
    }
    if (processes != NULL) {
        closedir(processes);
    }
    return n;
}

/* What every system has, though it does not hold for root. */
static enum call_filter_state
limit_tasks(void)
{
    struct rlimit limit;
    rlim_t most = count_tasks() + CALL_FILTER_MORE_TASKS;
    if (geteuid() == 0 || getrlimit(RLIMIT_NPROC, &limit) != 0) {
        return CALL_FILTER_ABSENT;
    }
    if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > most) {
        limit.rlim_max = most;
    }
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
    }
    return setrlimit(RLIMIT_NPROC, &limit) == 0 ? CALL_FILTER_LIMITED
                                                : CALL_FILTER_ABSENT;
}

void
call_filter_install(int socket)
{
    int listener = install();
    char byte = (char)(listener >= 0 ? CALL_FILTER_READY : limit_tasks());
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (listener >= 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
        struct cmsghdr *given = CMSG_FIRSTHDR(&message);
        given->cmsg_level = SOL_SOCKET;
        given->cmsg_type = SCM_RIGHTS;
        given->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(given), &listener, sizeof listener);
    }
    while (sendmsg(socket, &message, MSG_NOSIGNAL) < 0 && errno == EINTR) {
    }
    if (listener >= 0) {
        close(listener);
    }
}
