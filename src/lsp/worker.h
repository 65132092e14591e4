/* The process that analyses.  It holds what the compiler made of the documents; a document
 * that makes it crash or use too much ends it, and not the server. */
#ifndef INSULATE_LSP_WORKER_H
#define INSULATE_LSP_WORKER_H

#include <jansson.h>
#include <sys/types.h>

#include "lsp/analysis.h"
#include "lsp/frame.h"

struct worker {
    analyse_function *analyse;
    void *data;
    pid_t pid; /* 0: it does not run */
    int fd;    /* a socket to it */
    struct frame_reader answers;
};

void worker_init(struct worker *worker, analyse_function *analyse, void *data);
void worker_done(struct worker *worker);
/* Give it JOB (borrowed): "folder", "path", "texts" (each with "path" and "text") and
 * "encoding" (of enum encoding).  It is started if it does not run; OTHERS are descriptors
 * that it is not to have.  Its answer has "path", and "files" as of diagnostics_of and
 * "read", the paths of what was read, or "error". */
MUST_CHECK int worker_send(struct worker *worker, const json_t *job, const int others[2],
                           struct error *err);
/* Read what it says.  1: *OUT_ANSWER (owned) is complete, or NULL: read more; 0: it has
 * ended, and runs no more. */
int worker_receive(struct worker *worker, json_t **out_answer);
void worker_stop(struct worker *worker);

#endif
