#include "confine/call_monitor.h"

#include <dirent.h>
#include <errno.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SECCOMP_USER_NOTIF_FLAG_CONTINUE /* since Linux 5.5 */
#define SECCOMP_USER_NOTIF_FLAG_CONTINUE 1UL
#endif

enum { QUESTION_SIZE = 1024, THREADS_BETWEEN = 32 };

void
call_monitor_init(struct call_monitor *monitor, pid_t child, size_t fork_limit)
{
    *monitor = (struct call_monitor){
        .listener = -1, .child = child, .fork_limit = fork_limit};
}

void
call_monitor_done(struct call_monitor *monitor)
{
    if (monitor->listener >= 0) {
        close(monitor->listener);
        monitor->listener = -1;
    }
}

ssize_t
call_monitor_receive(struct call_monitor *monitor, int socket, void *bytes, size_t size)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {bytes, monitor->state == 0 ? 1 : size};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    ssize_t n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (n <= 0) {
        return n;
    }
    const struct cmsghdr *given = CMSG_FIRSTHDR(&message);
    int received = -1;
    if (given != NULL && given->cmsg_type == SCM_RIGHTS
        && given->cmsg_len == CMSG_LEN(sizeof received))
    {
        memcpy(&received, CMSG_DATA(given), sizeof received);
    }
    if (monitor->state != 0) {
        if (received >= 0) {
            close(received); /* whatever it is, nobody has asked for it */
        }
        return n;
    }
    monitor->state = *(const char *)bytes == CALL_FILTER_READY && received >= 0
                         ? CALL_FILTER_READY
                     : *(const char *)bytes == CALL_FILTER_LIMITED
                         ? CALL_FILTER_LIMITED
                         : CALL_FILTER_ABSENT;
    monitor->listener = received;
    errno = EAGAIN; /* nothing of the child's own yet */
    return -1;
}

/* --- the tree of processes --- */

/* Counts living descendants, MOST at most. */
static size_t
count_descendants(const char *process, size_t most, int depth)
{
    char path[300];
    size_t n = 0;
    snprintf(path, sizeof path, "/proc/%s/task", process);
    DIR *threads = depth > 0 ? opendir(path) : NULL;
    for (struct dirent *each;
         threads != NULL && n < most && (each = readdir(threads)) != NULL;)
    {
        char name[32];
        snprintf(path, sizeof path, "/proc/%.20s/task/%.20s/children", process,
                 each->d_name);
        FILE *children = each->d_name[0] != '.' ? fopen(path, "re") : NULL;
        while (children != NULL && n < most && fscanf(children, "%20s", name) == 1) {
            n += 1 + count_descendants(name, most - n, depth - 1);
        }
        if (children != NULL) {
            fclose(children);
        }
    }
    if (threads != NULL) {
        closedir(threads);
    }
    return n;
}

/* The parent of a process or thread, its group; 0 if it is gone. */
static pid_t
parent_of(pid_t pid, pid_t *out_group)
{
    char path[64];
    char text[512];
    int parent = 0;
    int group = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "re");
    size_t size = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file != NULL) {
        fclose(file);
    }
    text[size] = '\0';
    const char *rest = strrchr(text, ')'); /* the name before may hold anything */
    if (rest == NULL || sscanf(rest + 1, " %*c %d %d", &parent, &group) != 2) {
        return 0;
    }
    *out_group = group;
    return parent;
}

/* Is the process the child, or of its group, or below it? */
static bool
is_own(const struct call_monitor *monitor, pid_t pid)
{
    pid_t group = 0;
    for (int i = 0; i < CALL_DEPTH && pid > 1 && pid != getpid(); i++) {
        pid_t parent = parent_of(pid, &group);
        if (pid == monitor->child || group == monitor->child) {
            return true;
        }
        pid = parent;
    }
    return false;
}

/* Threads of one process: a thread's id names its process's list, too. */
static bool
is_of_process(pid_t caller, pid_t pid)
{
    char path[80];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%d/task/%d", (int)caller, (int)pid);
    return stat(path, &status) == 0;
}

static bool
may_touch(const struct call_monitor *monitor, pid_t caller, pid_t pid)
{
    pid_t group = 0;
    if (pid == 0) {
        return true; /* the caller's group, or the caller */
    }
    if (pid < 0) {
        return pid != -1
               && (-pid == monitor->child
                   || (parent_of(caller, &group) != 0 && -pid == group));
    }
    return is_of_process(caller, pid) || is_own(monitor, pid);
}

/* --- who called --- */

/* The file that is mapped at an address, and how far from its first mapping. */
static void
find_place(pid_t pid, struct call_event *event)
{
    char path[64];
    char line[CALL_PATH_SIZE + 128];
    char base_path[CALL_PATH_SIZE] = "";
    uint64_t base = 0;
    snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
    FILE *maps = fopen(path, "re");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        unsigned long begin;
        unsigned long end;
        int at = 0;
        if (sscanf(line, "%lx-%lx %*s %*s %*s %*s %n", &begin, &end, &at) < 2
            || at == 0)
        {
            continue;
        }
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(base_path, line + at) != 0) {
            snprintf(base_path, sizeof base_path, "%s", line + at);
            base = begin;
        }
        if (event->address >= begin && event->address < end) {
            snprintf(event->path, sizeof event->path, "%s",
                     line[at] == '/' ? line + at : "");
            event->offset = event->address - base;
            break;
        }
    }
    if (maps != NULL) {
        fclose(maps);
    }
}

static void
note(struct call_monitor *monitor, const struct seccomp_notif *question,
     const char *call)
{
    uint64_t address = question->data.instruction_pointer;
    for (size_t i = 0; i < monitor->n_events; i++) {
        if (monitor->events[i].address == address
            && strcmp(monitor->events[i].call, call) == 0)
        {
            return;
        }
    }
    if (monitor->n_events < CALL_EVENTS) {
        struct call_event *event = &monitor->events[monitor->n_events++];
        event->call = call;
        event->address = address;
        find_place((pid_t)question->pid, event);
    }
}

/* --- answers --- */

static int
answer_thread(struct call_monitor *monitor, pid_t caller)
{
    char path[64];
    struct stat status;
    if (++monitor->n_threads % THREADS_BETWEEN != 0) {
        return 0;
    }
    snprintf(path, sizeof path, "/proc/%d/task", (int)caller);
    return stat(path, &status) == 0 && status.st_nlink > CALL_THREADS ? EAGAIN : 0;
}

static int
answer_fork(struct call_monitor *monitor)
{
    monitor->n_forks++;
    if (monitor->n_forks <= CALL_FORKS_FREE) {
        return 0;
    }
    /* Those that live now may be another child's: who leaves its group and loses its parent
     * belongs to nobody.  What one child has started is its own. */
    monitor->exceeded =
        monitor->exceeded
        || (monitor->fork_limit > 0
                ? monitor->n_forks > monitor->fork_limit
                : count_descendants("self", CALL_PROCESSES, CALL_DEPTH) >= CALL_PROCESSES);
    return monitor->exceeded ? EAGAIN : 0;
}

/* 0: the call may go on; else the errno that it fails with. */
static int
answer_to(struct call_monitor *monitor, const struct seccomp_notif *question)
{
    pid_t caller = (pid_t)question->pid;
    switch (question->data.nr) {
#ifdef SYS_fork
    case SYS_fork:
    case SYS_vfork:
        note(monitor, question, "fork");
        return answer_fork(monitor);
#endif
    case SYS_clone:
        if ((question->data.args[0] & CLONE_THREAD) != 0) {
            return answer_thread(monitor, caller);
        }
        note(monitor, question, "fork");
        return answer_fork(monitor);
    case SYS_exit_group:
        note(monitor, question, "exit");
        return 0;
    default:
        if (may_touch(monitor, caller, (pid_t)question->data.args[0])) {
            return 0;
        }
        note(monitor, question, "kill");
        return EPERM;
    }
}

/* The kernel's structures may be larger than those of our headers. */
union question {
    struct seccomp_notif notif;
    char space[QUESTION_SIZE];
};

union answer {
    struct seccomp_notif_resp resp;
    char space[QUESTION_SIZE];
};

void
call_monitor_serve(struct call_monitor *monitor)
{
    union question question;
    union answer answer;
    memset(&question, 0, sizeof question);
    memset(&answer, 0, sizeof answer);
    if (ioctl(monitor->listener, SECCOMP_IOCTL_NOTIF_RECV, &question) != 0) {
        if (errno != EINTR && errno != ENOENT) { /* the caller is gone */
            call_monitor_done(monitor);
        }
        return;
    }
    int number = answer_to(monitor, &question.notif);
    answer.resp.id = question.notif.id;
    answer.resp.error = -number;
    answer.resp.flags = number == 0 ? SECCOMP_USER_NOTIF_FLAG_CONTINUE : 0;
    (void)ioctl(monitor->listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}
