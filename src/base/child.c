#include "base/child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/limits.h"
#include "base/stopwatch.h"
#include "confine/shared_memory.h"

/* --- children and orphans --- */

/* Guards the list, and is held from the fork of a child until it is in it. */
static pthread_mutex_t running_lock = PTHREAD_MUTEX_INITIALIZER;
static struct child_process *first_running;
static bool adopts_orphans;

/* Returns as fork does. */
static pid_t
start_running(struct child_process *running, const struct child_request *request,
              const int descriptors[3])
{
    pthread_mutex_lock(&running_lock);
    running->pid = request->start != NULL
                       ? request->start(request->start_data, descriptors)
                       : fork();
    if (running->pid > 0) {
        running->next = first_running;
        first_running = running;
    }
    pthread_mutex_unlock(&running_lock);
    return running->pid;
}

static bool
is_running(pid_t pid)
{
    const struct child_process *each = first_running;
    while (each != NULL && each->pid != pid) {
        each = each->next;
    }
    return each != NULL;
}

/* Ends those that one thread of ours has adopted.  Returns how many. */
static int
end_orphans_of_thread(const char *thread)
{
    char path[300];
    int n = 0;
    int pid;
    snprintf(path, sizeof path, "/proc/self/task/%s/children", thread);
    FILE *file = fopen(path, "re");
    while (file != NULL && fscanf(file, "%d", &pid) == 1) {
        if (!is_running(pid)) {
            kill(pid, SIGKILL);
            while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
            }
            n++;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return n;
}

/* The children of an orphan come to us when it ends: so until there are no more. */
static void
end_orphans(void)
{
    enum { ROUNDS = 100 };
    int n = 1;
    if (!adopts_orphans) {
        return;
    }
    pthread_mutex_lock(&running_lock);
    for (int round = 0; n > 0 && round < ROUNDS; round++) {
        DIR *threads = opendir("/proc/self/task");
        n = 0;
        for (struct dirent *each; threads != NULL && (each = readdir(threads)) != NULL;)
        {
            n += each->d_name[0] != '.' ? end_orphans_of_thread(each->d_name) : 0;
        }
        if (threads != NULL) {
            closedir(threads);
        }
    }
    pthread_mutex_unlock(&running_lock);
}

/* Called when the child has been waited for. */
static void
leave_running(struct child_process *running)
{
    pthread_mutex_lock(&running_lock);
    struct child_process **link = &first_running;
    while (*link != running) {
        link = &(*link)->next;
    }
    *link = running->next;
    pthread_mutex_unlock(&running_lock);
    end_orphans();
}

void
child_adopt_orphans(void)
{
    adopts_orphans = prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
}

bool
child_adopts_orphans(void)
{
    return adopts_orphans;
}

/* --- one child --- */

/* The parent's and the child's end of what flows out of the child. */
struct pipe_pair {
    int fd[2];
};

static void
pipe_done(struct pipe_pair *pair)
{
    for (int i = 0; i < 2; i++) {
        if (pair->fd[i] >= 0) {
            close(pair->fd[i]);
            pair->fd[i] = -1;
        }
    }
}

static void
set_environment(const char *const *environment)
{
    for (; environment != NULL && *environment != NULL; environment++) {
        const char *equals = strchr(*environment, '=');
        if (equals == NULL) {
            unsetenv(*environment);
            continue;
        }
        char *name = strndup(*environment, (size_t)(equals - *environment));
        if (name != NULL) {
            setenv(name, equals + 1, 1);
            free(name);
        }
    }
}

/* In the forked child: never returns.  An exec failure is told to the parent
 * as errno through REPORT_FD, which closes by itself when exec works. */
NO_RETURN static void
become(const struct child_request *request, struct pipe_pair *pipes, int report_fd,
       pid_t parent)
{
    setpgid(0, 0);
    /* Whoever kills us leaves no child behind; it may have happened already. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(127);
    }
    int number = 0;
    if (request->folder != NULL && chdir(request->folder) != 0) {
        number = errno;
    }
    int null_fd = open("/dev/null", O_RDONLY);
    if (null_fd >= 0) {
        dup2(null_fd, 0);
    }
    if (!request->inherit_output) {
        dup2(pipes[0].fd[1], 1);
        dup2(pipes[1].fd[1], 2);
    }
    if (request->answer_fd >= 3) {
        if (report_fd == request->answer_fd) {
            report_fd = fcntl(report_fd, F_DUPFD_CLOEXEC, request->answer_fd + 1);
        }
        if (pipes[2].fd[1] == request->answer_fd) {
            fcntl(request->answer_fd, F_SETFD, 0);
        }
        else {
            dup2(pipes[2].fd[1], request->answer_fd);
        }
    }
    set_environment(request->environment);
    /* Last, as it may be less than this process already uses. */
    if (request->memory_limit > 0) {
        struct rlimit limit = {(rlim_t)request->memory_limit,
                               (rlim_t)request->memory_limit};
        setrlimit(RLIMIT_AS, &limit);
    }
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    if (request->is_confined) {
        shared_memory_make_private();
        call_filter_install(request->answer_fd);
    }
    if (number == 0) {
        /* execvp does not change the strings. */
        union {
            const char *const *in;
            char *const *out;
        } argv = {.in = request->argv};
        execvp(request->argv[0], argv.out);
        number = errno;
    }
    ssize_t ignored = write(report_fd, &number, sizeof number);
    (void)ignored;
    _exit(127);
}

static void
keep(struct strbuf *buf, const char *bytes, size_t size)
{
    size_t room = (size_t)LIMIT_CHILD_OUTPUT - buf->size;
    strbuf_add(buf, bytes, size < room ? size : room);
}

/* The child's time, in seconds. */
struct patience {
    double limit;   /* of all, 0: none */
    double silence; /* between two pieces of the answer, 0: none */
    double last, last_wall; /* when the last one came, on the two clocks; -1: none yet */
};

/* Whoever gets no processor at all is given up, too. */
static bool
is_over(double seconds, double wall, double limit, struct child_result *result)
{
    if (limit <= 0 || wall < limit) {
        return false;
    }
    result->timed_out = seconds >= limit || wall > limit * LIMIT_CHILD_PATIENCE;
    result->starved = result->timed_out && seconds < limit;
    return result->timed_out;
}

/* Has the child had its time? */
static bool
is_late(struct stopwatch *watch, const struct patience *patience,
        struct child_result *result)
{
    double seconds = stopwatch_read(watch);
    double wall = stopwatch_wall(watch);
    return is_over(seconds, wall, patience->limit, result)
           || (patience->last >= 0
               && is_over(seconds - patience->last, wall - patience->last_wall,
                          patience->silence, result));
}

/* One question of the kernel; nobody is left to ask once the child is gone. */
static void
serve(struct call_monitor *monitor, short events)
{
    if ((events & POLLIN) != 0) {
        call_monitor_serve(monitor);
    }
    else {
        call_monitor_done(monitor);
    }
}

/* Read the three pipes until all are closed, or the time is over, or the child is gone
 * and only its own children hold the pipes open. */
static void
collect(pid_t pid, struct pipe_pair *pipes, struct child_result *result,
        struct patience patience, struct stopwatch *watch, struct call_monitor *monitor,
        int *status)
{
    struct strbuf *buffers[3] = {&result->output, &result->errors, &result->answer};
    bool reaped = false;
    bool is_confined = monitor->child != 0;
    for (;;) {
        struct pollfd polled[4];
        int n_open = 0;
        for (int i = 0; i < 3; i++) {
            polled[i] = (struct pollfd){pipes[i].fd[0], POLLIN, 0};
            n_open += pipes[i].fd[0] >= 0;
        }
        if (!reaped && waitpid(pid, status, WNOHANG | WUNTRACED) == pid) {
            result->stop_signal = WIFSTOPPED(*status) ? WSTOPSIG(*status) : 0;
            reaped = result->stop_signal == 0;
        }
        if (reaped && n_open == 0) {
            return;
        }
        polled[3] = (struct pollfd){monitor->listener, POLLIN, 0};
        int ready = poll(polled, 4, reaped ? 0 : 20);
        if (ready <= 0 && reaped) {
            return;
        }
        if (ready > 0 && polled[3].revents != 0) {
            serve(monitor, polled[3].revents);
        }
        for (int i = 0; i < 3 && ready > 0; i++) {
            if (polled[i].fd < 0 || polled[i].revents == 0) {
                continue;
            }
            char chunk[65536];
            ssize_t n =
                i == 2 && is_confined
                    ? call_monitor_receive(monitor, polled[i].fd, chunk, sizeof chunk)
                    : read(polled[i].fd, chunk, sizeof chunk);
            if (n > 0) {
                keep(buffers[i], chunk, (size_t)n);
                if (buffers[i] == &result->answer && patience.silence > 0) {
                    patience.last = stopwatch_read(watch);
                    patience.last_wall = stopwatch_wall(watch);
                }
            }
            else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
                close(pipes[i].fd[0]);
                pipes[i].fd[0] = -1;
            }
        }
        bool must_end = result->stop_signal != 0 || interrupt_signal() != 0
                        || monitor->exceeded;
        if (!reaped && (must_end || is_late(watch, &patience, result))) {
            kill(-pid, SIGKILL);
            kill(pid, SIGKILL);
            while (waitpid(pid, status, 0) < 0 && errno == EINTR) {
            }
            reaped = true;
        }
    }
}

/* A socket in place of the pipe: a descriptor can be sent through it, and the key is what
 * the child finds in it. */
static int
open_answer(struct pipe_pair *pair, struct seal_key *out_key)
{
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair->fd) == 0
                   && getrandom(out_key, sizeof *out_key, 0) == (ssize_t)sizeof *out_key
                   && write(pair->fd[0], out_key, sizeof *out_key)
                          == (ssize_t)sizeof *out_key
               ? 0
               : -1;
}

static int
open_pipes(const struct child_request *request, struct pipe_pair pipes[4],
           struct seal_key *out_key, struct error *err)
{
    for (int i = 0; i < 4; i++) {
        bool wanted =
            i == 3 || (i == 2 ? request->answer_fd >= 3 : !request->inherit_output);
        int status = !wanted                       ? 0
                     : i == 2 && request->is_confined ? open_answer(&pipes[i], out_key)
                                                   : pipe2(pipes[i].fd, O_CLOEXEC);
        if (status != 0) {
            error_set_errno(err, "cannot create a pipe");
            for (int k = 0; k < 4; k++) {
                pipe_done(&pipes[k]);
            }
            return -1;
        }
    }
    return 0;
}

int
child_run(const struct child_request *request, struct child_result *result,
          struct error *err)
{
    struct pipe_pair pipes[4] = {{{-1, -1}}, {{-1, -1}}, {{-1, -1}}, {{-1, -1}}};
    struct seal_key key = {{0}};
    if (open_pipes(request, pipes, &key, err) != 0) {
        return -1;
    }
    struct stopwatch watch;
    struct child_process running;
    pid_t parent = getpid();
    const int descriptors[3] = {pipes[0].fd[1], pipes[1].fd[1], pipes[2].fd[1]};
    pid_t pid = start_running(&running, request, descriptors);
    int fork_errno = errno;
    if (pid == 0) {
        become(request, pipes, pipes[3].fd[1], parent);
    }
    stopwatch_start(&watch, pid);
    for (int i = 0; i < 4; i++) {
        if (pipes[i].fd[1] >= 0) {
            close(pipes[i].fd[1]);
            pipes[i].fd[1] = -1;
        }
    }
    int failed = 0;
    if (pid > 0 && read(pipes[3].fd[0], &failed, sizeof failed) > 0) {
        kill(pid, SIGKILL); /* a confined one asks before it ends */
        waitpid(pid, NULL, 0);
        leave_running(&running);
    }
    if (pid < 0 || failed != 0) {
        errno = pid < 0 ? fork_errno : failed;
        error_set_errno(err, "cannot run %s", request->argv[0]);
        err->kind = ERROR_CHILD;
        for (int k = 0; k < 4; k++) {
            pipe_done(&pipes[k]);
        }
        return -1;
    }
    struct call_monitor monitor;
    call_monitor_init(&monitor, request->is_confined ? pid : 0, request->fork_limit);
    *result = (struct child_result){.exit_code = -1, .key = key};
    strbuf_init(&result->output);
    strbuf_init(&result->errors);
    strbuf_init(&result->answer);
    int status = 0;
    struct patience patience = {.limit = (double)request->timeout_ms / 1000.0,
                                .silence = (double)request->silence_ms / 1000.0,
                                .last = -1};
    collect(pid, pipes, result, patience, &watch, &monitor, &status);
    /* From now on those that it left running cannot make any more. */
    call_monitor_done(&monitor);
    /* What the child left running in its group ends with it. */
    kill(-pid, SIGKILL);
    leave_running(&running);
    for (int k = 0; k < 4; k++) {
        pipe_done(&pipes[k]);
    }
    result->seconds = stopwatch_wall(&watch);
    result->own_seconds = stopwatch_end(&watch);
    result->exceeded = monitor.exceeded;
    result->confinement = monitor.state;
    memcpy(result->events, monitor.events, sizeof result->events);
    result->n_events = monitor.n_events;
    if (WIFEXITED(status) && !result->timed_out) {
        result->exit_code = WEXITSTATUS(status);
    }
    else if (WIFSIGNALED(status)) {
        result->signal_number = WTERMSIG(status);
    }
    if (interrupt_signal() != 0) {
        child_result_done(result);
        return error_set(err, ERROR_CHILD, "interrupted while %s ran",
                         request->argv[0]);
    }
    return 0;
}

/* Both lead to /dev/null. */
static int
open_nowhere(struct pipe_pair pipes[4], struct error *err)
{
    for (int i = 0; i < 2; i++) {
        pipes[i].fd[1] = open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (pipes[i].fd[1] < 0) {
            return error_set_errno(err, "cannot open /dev/null");
        }
    }
    return pipe2(pipes[3].fd, O_CLOEXEC) == 0
               ? 0
               : error_set_errno(err, "cannot create a pipe");
}

int
child_start(const struct child_request *request, int descriptor,
            struct child_process *process, struct error *err)
{
    struct pipe_pair pipes[4] = {{{-1, -1}}, {{-1, -1}}, {{-1, -1}}, {{-1, -1}}};
    pid_t parent = getpid();
    int failed = 0;
    int status = open_nowhere(pipes, err);
    if (status == 0) {
        pipes[2].fd[1] = descriptor;
        pid_t pid = start_running(process, request, NULL);
        if (pid == 0) {
            become(request, pipes, pipes[3].fd[1], parent);
        }
        failed = pid < 0 ? errno : 0;
        close(pipes[3].fd[1]);
        pipes[3].fd[1] = -1;
        pipes[2].fd[1] = -1;
        if (pid > 0 && read(pipes[3].fd[0], &failed, sizeof failed) > 0) {
            child_stop(process);
        }
    }
    for (int i = 0; i < 4; i++) {
        pipe_done(&pipes[i]);
    }
    if (failed != 0) {
        errno = failed;
        status = error_set_errno(err, "cannot run %s", request->argv[0]);
        err->kind = ERROR_CHILD;
    }
    return status;
}

void
child_stop(struct child_process *process)
{
    kill(-process->pid, SIGKILL);
    kill(process->pid, SIGKILL);
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    leave_running(process);
}

void
child_result_done(struct child_result *result)
{
    strbuf_done(&result->output);
    strbuf_done(&result->errors);
    strbuf_done(&result->answer);
}
