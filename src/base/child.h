/* Run another program, bounded in time, memory and output. */
#ifndef INSULATE_BASE_CHILD_H
#define INSULATE_BASE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/macros.h"
#include "base/strbuf.h"

struct child_request {
    const char *const *argv;        /* NULL-terminated; argv[0] looked up on PATH */
    const char *const *environment; /* "NAME=VALUE" set in addition, or NULL;
                                       "NAME" alone removes it */
    const char *folder;             /* working directory, or NULL */
    int timeout_ms;                 /* 0: none; on the clock of base/stopwatch.h;
                                       at its end the whole process group is killed */
    int64_t memory_limit;           /* bytes of address space (RLIMIT_AS); 0: none */
    int answer_fd;                  /* >= 3: the child finds a pipe there whose
                                       bytes land in out_answer; 0: none */
    bool inherit_output;            /* stdout and stderr are ours, not captured */
};

struct child_result {
    int exit_code;     /* -1 if it did not exit by itself */
    int signal_number; /* 0, or the signal that ended it */
    bool timed_out;
    bool starved;         /* timed out, but hardly got a processor */
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

/* From now on, what children leave running anywhere (daemons, too) comes to this
 * process, and child_run ends it.  Linux only; elsewhere only a child's group is
 * ended.  For programs whose only children are those of child_run. */
void child_adopt_orphans(void);

#endif
