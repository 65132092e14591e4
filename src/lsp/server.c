#include "lsp/server.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/tree.h"
#include "lsp/answers.h"
#include "lsp/lifecycle.h"
#include "lsp/publication.h"
#include "lsp/session.h"
#include "lsp/synchronization.h"

enum { CLIENT_CHECK_MS = 5000 };

/* --- messages ---------------------------------------------------------------------- */

static void
take_hover(struct session *session, const struct rpc_message *message)
{
    answer_request(session, message, answer_hover);
}

static void
take_code_action(struct session *session, const struct rpc_message *message)
{
    answer_request(session, message, answer_code_actions);
}

static void
take_cancel(struct session *session, const struct rpc_message *message)
{
    const json_t *id = rpc_member(message->params, "id");
    if (id != NULL) {
        refuse_waiting(session, NULL, id, RPC_REQUEST_CANCELLED, "cancelled");
    }
}

static const struct method {
    const char *name;
    bool is_request;
    void (*take)(struct session *session, const struct rpc_message *message);
} methods[] = {
    {"initialize", true, take_initialize},
    {"initialized", false, take_initialized},
    {"shutdown", true, take_shutdown},
    {"exit", false, take_exit},
    {"$/cancelRequest", false, take_cancel},
    {"textDocument/didOpen", false, take_open},
    {"textDocument/didChange", false, take_change},
    {"textDocument/didSave", false, take_save},
    {"textDocument/didClose", false, take_close},
    {"textDocument/hover", true, take_hover},
    {"textDocument/codeAction", true, take_code_action},
    {"workspace/didChangeConfiguration", false, take_environment_change},
    {"workspace/didChangeWatchedFiles", false, take_environment_change},
    {"workspace/didChangeWorkspaceFolders", false, take_folders},
};

static const struct method *
method_of(const struct rpc_message *message)
{
    for (size_t i = 0; i < ARRAY_LENGTH(methods); i++) {
        if (strcmp(methods[i].name, message->method) == 0
            && methods[i].is_request == (message->id != NULL))
        {
            return &methods[i];
        }
    }
    return NULL;
}

/* The order that the specification demands: NULL, or why the request comes out of turn. */
static const char *
fault_of_order(const struct session *session, const struct rpc_message *message,
               enum rpc_error *out_code)
{
    bool is_first = strcmp(message->method, "initialize") == 0;
    *out_code = RPC_INVALID_REQUEST;
    if (session->state == SESSION_NEW && !is_first) {
        *out_code = RPC_NOT_INITIALIZED;
        return "the first request is initialize";
    }
    if (session->state == SESSION_SHUT) {
        return "the server is shut down";
    }
    return session->state == SESSION_OPEN && is_first ? "initialize comes once" : NULL;
}

static void
take_message(struct session *session, const struct rpc_message *message)
{
    if (message->method == NULL) {
        return; /* a response; nothing depends on any */
    }
    const struct method *method = method_of(message);
    enum rpc_error code;
    const char *fault = fault_of_order(session, message, &code);
    if (message->id != NULL && (fault != NULL || method == NULL)) {
        rpc_refuse(&session->output, message->id,
                   fault != NULL ? code : RPC_METHOD_NOT_FOUND,
                   fault != NULL ? fault : "there is no such method");
        return;
    }
    if (method != NULL && (fault == NULL || method->take == take_exit)) {
        method->take(session, message);
    }
}

/* All that has come. */
static void
take_messages(struct session *session)
{
    while (session->state != SESSION_OVER) {
        const char *text = NULL, *why = NULL;
        size_t size = 0;
        struct rpc_message message;
        switch (frame_next(&session->input, &text, &size, &why)) {
        case FRAME_NONE:
            return;
        case FRAME_READY:
            if (rpc_read(&session->output, text, size, &message)) {
                take_message(session, &message);
                rpc_message_done(&message);
            }
            break;
        case FRAME_WRONG:
            rpc_refuse(&session->output, NULL, RPC_PARSE_ERROR, why);
            break;
        case FRAME_LOST:
            rpc_refuse(&session->output, NULL, RPC_PARSE_ERROR, why);
            session->state = SESSION_OVER;
            break;
        }
    }
}

/* --- analyses ---------------------------------------------------------------------- */

/* The document that is to be analysed next, or NULL: the one that was changed last; those
 * that are parts of others behind them. */
static struct document *
next_document(struct session *session)
{
    struct document *next = NULL;
    bool is_next_part = true;
    for (struct document *document = session->documents.first; document != NULL;
         document = document->next)
    {
        bool is_part = document_is_part(&session->documents, document);
        if (document->is_dirty && is_part <= is_next_part
            && (next == NULL || is_part < is_next_part
                || document->changed > next->changed))
        {
            next = document;
            is_next_part = is_part;
        }
    }
    return next;
}

/* The job of analysing DOCUMENT (owned). */
static json_t *
job_of(const struct session *session, const struct document *document)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    json_t *job = tree_object(), *texts = tree_array();
    tree_set_string(job, "path", document->path);
    tree_set_string(job, "folder", session_folder(session, arena, document->path));
    tree_set(job, "encoding", json_integer(session->encoding));
    for (const struct document *open = session->documents.first; open != NULL;
         open = open->next)
    {
        json_t *text = tree_object();
        tree_set_string(text, "path", open->path);
        tree_set(text, "text", json_stringn(open->text.text, open->text.size));
        tree_append(texts, text);
    }
    tree_set(job, "texts", texts);
    return job;
}

/* Give the worker, if it has nothing to do, the next document. */
static void
start_analysis(struct session *session)
{
    struct document *document;
    while (session->state == SESSION_OPEN && !session->is_working
           && (document = next_document(session)) != NULL)
    {
        const int others[] = {session->input.fd, session->output.fd};
        struct error err = ERROR_INIT;
        document->is_dirty = false;
        if (document_is_part(&session->documents, document)) {
            publish(session, document, NULL, NULL);
            answer_waiting(session, document);
            continue;
        }
        json_t *job = job_of(session, document);
        session->is_working = worker_send(&session->worker, job, others, &err) == 0;
        session->analysed = document;
        if (!session->is_working) {
            publish_failure(session, document, err.message);
            answer_waiting(session, document);
        }
        json_decref(job);
    }
}

/* ANSWER (borrowed; NULL: it died) is what the worker says of the document that it has. */
static void
end_analysis(struct session *session, const json_t *answer)
{
    struct document *document = session->analysed;
    const char *error = answer != NULL
                            ? rpc_text(answer, "error")
                            : "it made the analysis crash or use more than its limits; "
                              "the log of the server says more";
    session->is_working = false;
    session->analysed = NULL;
    if (document == NULL || document->is_dirty) {
        return; /* closed, or changed meanwhile */
    }
    if (error != NULL) {
        publish_failure(session, document, error);
    }
    else {
        publish(session, document, json_incref(json_object_get(answer, "files")),
                json_incref(json_object_get(answer, "read")));
    }
    answer_waiting(session, document);
}

static void
take_answer(struct session *session)
{
    json_t *answer;
    bool is_alive = worker_receive(&session->worker, &answer) != 0;
    if (rpc_text(answer, "error") != NULL) {
        worker_stop(&session->worker); /* it ends by itself, but maybe later than the next job */
    }
    if (session->is_working && (answer != NULL || !is_alive)) {
        end_analysis(session, answer);
    }
    json_decref(answer);
}

/* --- the loop ---------------------------------------------------------------------- */

static bool
is_client_gone(const struct session *session)
{
    return session->output.is_gone
           || (session->client > 0 && kill(session->client, 0) != 0 && errno == ESRCH);
}

/* Wait for one of the two, then take what is there.  Returns false at the end of the
 * input. */
static bool
turn(struct session *session)
{
    struct pollfd ends[] = {{.fd = session->input.fd, .events = POLLIN},
                            {.fd = session->worker.fd, .events = POLLIN}};
    if (poll(ends, ARRAY_LENGTH(ends), CLIENT_CHECK_MS) < 0) {
        return errno == EINTR;
    }
    if (ends[0].revents != 0) {
        if (frame_read(&session->input) <= 0) {
            return false;
        }
        take_messages(session);
    }
    /* A message may have ended the worker. */
    if (ends[1].revents != 0 && session->worker.fd == ends[1].fd) {
        take_answer(session);
    }
    ends[1].fd = -1;
    bool is_more = poll(ends, ARRAY_LENGTH(ends), 0) > 0;
    if (!is_more) {
        start_analysis(session);
    }
    return !is_client_gone(session);
}

int
lsp_serve(int in, int out, analyse_function *analyse, void *data)
{
    struct session session;
    signal(SIGPIPE, SIG_IGN); /* writing tells */
    session_init(&session, in, out, analyse, data);
    while (session.state != SESSION_OVER && turn(&session)) {
    }
    int code = session.exit_code;
    session_done(&session);
    return code;
}
