#include "probe/fork_server.h"

#include "confine/call_filter.h"
#include "confine/shared_memory.h"
#include "probe/effect.h"
#include "probe/exercise_runner.h"
#include "probe/protocol.h"
#include "probe/record.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern const char forked_checks_text[];

/* What most scenarios import in the main interpreter anyway. */
static const char warm_text[] =
    "import copyreg, gc, importlib.machinery, importlib.util, os, time, types\n"
    "gc.collect()\n"
    "gc.freeze()\n"; /* copies leave what is there alone; see interpreter_finish */

struct message {
    struct fork_server_head head;
    char text[FORK_SERVER_TEXT_SIZE]; /* "NAME=VALUE" or "NAME", each ended by '\0' */
    size_t size;
    int descriptors[FORK_SERVER_DESCRIPTORS];
};

/* A thread that a .pth file or sitecustomize has started would be missing in copies. */
static bool
has_one_thread(void)
{
    DIR *threads = opendir("/proc/self/task");
    int n = 0;
    for (struct dirent *each; threads != NULL && (each = readdir(threads)) != NULL;) {
        n += each->d_name[0] != '.';
    }
    if (threads != NULL) {
        closedir(threads);
    }
    return n == 1;
}

static void
start(char *argv0)
{
    struct exercise_runner runner;
    py_start_early(argv0);
    exercise_runner_open(&runner); /* compiles its text, once for all copies */
    exercise_runner_compile(forked_checks_text);
    exercise_runner_run_text(&runner, warm_text, "the imports of the scenarios");
    exercise_runner_close(&runner);
    if (!has_one_thread()) {
        trouble("this Python starts threads");
    }
}

/* Returns false when the prover is gone. */
static bool
receive(int socket, struct message *message)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * FORK_SERVER_DESCRIPTORS)];
    } control;
    struct iovec parts[] = {{&message->head, sizeof message->head},
                            {message->text, sizeof message->text}};
    struct msghdr header = {.msg_iov = parts,
                            .msg_iovlen = 2,
                            .msg_control = &control,
                            .msg_controllen = sizeof control};
    ssize_t n;
    do {
        n = recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
    } while (n < 0 && errno == EINTR);
    const struct cmsghdr *given = CMSG_FIRSTHDR(&header);
    if (n < (ssize_t)sizeof message->head || given == NULL
        || given->cmsg_type != SCM_RIGHTS
        || given->cmsg_len != CMSG_LEN(sizeof message->descriptors))
    {
        return false;
    }
    memcpy(message->descriptors, CMSG_DATA(given), sizeof message->descriptors);
    message->size = (size_t)n - sizeof message->head;
    return true;
}

static void
set_environment(const struct message *message)
{
    const char *end = message->text + message->size;
    for (const char *at = message->text; at < end; at += strlen(at) + 1) {
        const char *equals = strchr(at, '=');
        char name[FORK_SERVER_NAME_SIZE];
        size_t size = equals != NULL ? (size_t)(equals - at) : 0;
        if (equals == NULL) {
            unsetenv(at);
        }
        else if (size < sizeof name) {
            memcpy(name, at, size);
            name[size] = '\0';
            setenv(name, equals + 1, 1);
        }
    }
}

/* The child of a process that has ended belongs to the prover.  Before, its parent's end
 * would be taken for the prover's. */
static void
wait_for_prover(pid_t between, pid_t prover)
{
    while (getppid() == between) {
        sched_yield();
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != prover) {
        _exit(PROBE_EXIT_TROUBLE);
    }
}

/* In the copy: what the prover gives to a process that it starts itself. */
static void
settle(const struct message *message, pid_t between)
{
    struct rlimit limit = {message->head.memory_limit, message->head.memory_limit};
    setpgid(0, 0);
    wait_for_prover(between, message->head.prover);
    if (dup2(message->descriptors[0], STDOUT_FILENO) < 0
        || dup2(message->descriptors[1], STDERR_FILENO) < 0)
    {
        _exit(PROBE_EXIT_TROUBLE);
    }
    close(message->descriptors[0]);
    close(message->descriptors[1]);
    close(record_descriptor());
    record_open(message->descriptors[2]);
    shared_memory_make_private();
    call_filter_install(record_descriptor());
    set_environment(message);
    const char *folder = getenv(PROBE_ENV_FOLDER);
    if (folder != NULL && chdir(folder) != 0) {
        trouble("cannot change to the directory of the scenario");
    }
    unsetenv(PROBE_ENV_FOLDER);
    if (message->head.memory_limit > 0) {
        setrlimit(RLIMIT_AS, &limit);
    }
}

/* Makes a copy whose parent is gone, so that it becomes the prover's child.  Returns
 * its process id, -1 if there is none; 0 in the copy. */
static pid_t
make_copy(const struct message *message)
{
    int ends[2];
    pid_t copy = -1;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return -1;
    }
    pid_t between = effect_fork_unseen();
    if (between == 0) {
        pid_t self = getpid();
        copy = effect_fork_unseen();
        if (copy == 0) {
            close(ends[0]);
            close(ends[1]);
            settle(message, self);
            return 0;
        }
        ssize_t ignored = write(ends[1], &copy, sizeof copy);
        (void)ignored;
        _exit(0);
    }
    close(ends[1]);
    if (between < 0 || read(ends[0], &copy, sizeof copy) != (ssize_t)sizeof copy) {
        copy = -1;
    }
    close(ends[0]);
    while (between > 0 && waitpid(between, NULL, 0) < 0 && errno == EINTR) {
    }
    return copy;
}

void
fork_server_run(char *argv0)
{
    static struct message message;
    int socket = record_descriptor();
    start(argv0);
    record_say(RECORD_READY, NULL);
    while (receive(socket, &message)) {
        pid_t copy = make_copy(&message);
        if (copy == 0) {
            return;
        }
        for (int i = 0; i < FORK_SERVER_DESCRIPTORS; i++) {
            close(message.descriptors[i]);
        }
        if (send(socket, &copy, sizeof copy, MSG_NOSIGNAL) < 0) {
            break;
        }
    }
    _exit(PROBE_EXIT_DONE);
}
