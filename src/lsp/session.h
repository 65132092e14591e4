/* What the server knows of its client. */
#ifndef INSULATE_LSP_SESSION_H
#define INSULATE_LSP_SESSION_H

#include <jansson.h>
#include <stdbool.h>
#include <sys/types.h>

#include "lsp/document.h"
#include "lsp/rpc.h"
#include "lsp/worker.h"

enum session_state { SESSION_NEW, SESSION_OPEN, SESSION_SHUT, SESSION_OVER };

struct session;
/* The answer (owned) to a request with PARAMS about DOCUMENT. */
typedef json_t *answer_function(const struct session *session,
                                const struct document *document, const json_t *params);

/* A request that waits until its document has been analysed. */
struct waiting {
    json_t *id, *params; /* owned */
    const struct document *document;
    answer_function *answer;
    struct waiting *next;
};

struct session {
    enum session_state state;
    int exit_code;
    struct rpc_output output;
    struct frame_reader input;
    struct worker worker;
    struct documents documents;
    struct document *analysed; /* by the worker now; NULL: none, or it was closed */
    bool is_working;           /* the worker has a job */
    json_t *published;         /* URI -> diagnostics, of those that have any */
    struct waiting *waiting;   /* the latest first */
    size_t n_waiting;
    json_t *folders;           /* paths of the workspace */
    pid_t client;              /* 0: unknown */
    enum encoding encoding;
    bool takes_markdown;         /* hover */
    bool takes_action_literals;  /* code actions; else only commands, which there are not */
    bool takes_document_changes; /* edits that name a version */
    bool registers_watchers;
};

void session_init(struct session *session, int in, int out, analyse_function *analyse,
                  void *data);
void session_done(struct session *session);
/* The folder of the workspace that the file at PATH is in (arena). */
const char *session_folder(const struct session *session, struct arena *arena,
                           const char *path);
/* Show a line in the client's log. */
void session_log(struct session *session, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
