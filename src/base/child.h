/* Run another program, bounded in time, memory and output. */
#ifndef INSULATE_BASE_CHILD_H
#define INSULATE_BASE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/macros.h"
#include "base/strbuf.h"
#include "confine/call_monitor.h"
#include "confine/seal.h"

/* Starts a child another way than by fork and exec: DESCRIPTORS are for its stdout, its
 * stderr and its answer, and stay the caller's.  Returns the process id, when that
 * process is a child of this one; -1 with errno set if there is none. */
typedef pid_t child_starter(void *data, const int descriptors[3]);

struct child_request {
    const char *const *argv;        /* NULL-terminated; argv[0] looked up on PATH */
    const char *const *environment; /* "NAME=VALUE" set in addition, or NULL;
                                       "NAME" alone removes it */
    const char *folder;             /* working directory, or NULL */
    int timeout_ms;                 /* 0: none; on the clock of base/stopwatch.h;
                                       at its end the whole process group is killed */
    int silence_ms;                 /* the same between two pieces of the answer; 0: none */
    int64_t memory_limit;           /* bytes of address space (RLIMIT_AS); 0: none */
    int answer_fd;                  /* >= 3: the child finds a pipe there whose
                                       bytes land in out_answer; 0: none */
    child_starter *start;           /* NULL: fork and exec; else only timeout_ms and
                                       answer_fd of the above hold */
    void *start_data;
    bool is_confined; /* with answer_fd, which is a socket then: the child's system calls
                         are filtered (src/confine); a starter installs the filter */
    size_t fork_limit;   /* is_confined: processes that it may start in all; 0: none */
    bool inherit_output; /* stdout and stderr are ours, not captured */
};

struct child_result {
    int exit_code;     /* -1 if it did not exit by itself */
    int signal_number; /* 0, or the signal that ended it */
    bool timed_out;
    bool starved;         /* timed out, but hardly got a processor */
    int stop_signal;      /* not 0: it was stopped by this signal, and then killed */
    bool exceeded;        /* it started more processes than it may, and was killed */
    enum call_filter_state confinement; /* 0: not confined */
    struct call_event events[CALL_EVENTS]; /* of a confined child */
    size_t n_events;
    struct seal_key key;  /* given to a confined child, as the first bytes on its answer_fd;
                             nobody else knows it */
    double seconds;       /* wall time */
    double own_seconds;   /* on the clock of base/stopwatch.h */
    struct strbuf output; /* stdout, at most LIMIT_CHILD_OUTPUT bytes */
    struct strbuf errors; /* stderr, the same */
    struct strbuf answer; /* what came through answer_fd, the same */
};

/* Returns 0 once the child ran, however it ended (see RESULT, which the caller
 * ends with child_result_done); -1 if it could not be started, or if an interrupt
 * came (base/interrupt.h), with RESULT done already. */
MUST_CHECK int child_run(const struct child_request *request,
                         struct child_result *result, struct error *err);
void child_result_done(struct child_result *result);

/* A process that runs beside others, and that its owner ends. */
struct child_process {
    pid_t pid;
    struct child_process *next; /* of all that run; the list's business */
};

/* Start REQUEST's program without waiting for it: stdout and stderr lead nowhere, and
 * DESCRIPTOR, which stays the caller's, becomes its answer_fd.  Fills PROCESS, which must
 * stay where it is until child_stop. */
MUST_CHECK int child_start(const struct child_request *request, int descriptor,
                           struct child_process *process, struct error *err);
/* End it, with its group, and wait for it. */
void child_stop(struct child_process *process);

/* From now on, what children leave running anywhere (daemons, too) comes to this
 * process, and child_run ends it.  Linux only; elsewhere only a child's group is
 * ended.  For programs whose only children are those of child_run. */
void child_adopt_orphans(void);
/* Does this process adopt orphans? */
bool child_adopts_orphans(void);

#endif
