#include "lsp/synchronization.h"

#include "base/file.h"
#include "base/uri.h"
#include "lsp/answers.h"
#include "lsp/limits.h"
#include "lsp/publication.h"

/* The open document that MESSAGE is about, or NULL. */
static struct document *
document_of(const struct session *session, const struct rpc_message *message)
{
    const char *uri = rpc_text(message->params, "textDocument.uri");
    return uri != NULL ? documents_find(&session->documents, uri) : NULL;
}

static void
close_document(struct session *session, struct document *document)
{
    refuse_waiting(session, document, NULL, RPC_SERVER_CANCELLED,
                   "the document was closed");
    publish(session, document, NULL, NULL);
    /* What it said of its headers is gone: they may be open on their own. */
    documents_touch(&session->documents, document);
    for (struct document *other = session->documents.first; other != NULL;
         other = other->next)
    {
        other->is_dirty = other->is_dirty || other->files == NULL;
    }
    if (session->analysed == document) {
        session->analysed = NULL;
    }
    documents_close(&session->documents, document);
}

/* The client and the server disagree about DOCUMENT: nothing true can be said of it. */
static void
give_up(struct session *session, struct document *document, const struct error *err)
{
    session_log(session, "%s is not checked until it is opened again: %s", document->uri,
                err->message);
    close_document(session, document);
}

void
take_open(struct session *session, const struct rpc_message *message)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const char *uri = rpc_text(message->params, "textDocument.uri");
    const json_t *text = rpc_member(message->params, "textDocument.text");
    const char *path = uri != NULL ? uri_path(arena, uri) : NULL;
    struct document *before = document_of(session, message);
    if (before != NULL) {
        close_document(session, before);
    }
    if (path == NULL || !json_is_string(text)) {
        return; /* of another scheme: no file */
    }
    if (session->documents.n_items == LIMIT_DOCUMENTS) {
        session_log(session, "%s is not checked: more than %d documents are open", uri,
                    LIMIT_DOCUMENTS);
        return;
    }
    const json_t *version = rpc_member(message->params, "textDocument.version");
    struct document *document = documents_open(
        &session->documents, uri, path_full(arena, path), json_integer_value(version));
    struct error err = ERROR_INIT;
    if (document_set_text(document, json_string_value(text), json_string_length(text),
                          &err)
        != 0)
    {
        give_up(session, document, &err);
        return;
    }
    documents_touch(&session->documents, document);
}

void
take_change(struct session *session, const struct rpc_message *message)
{
    struct document *document = document_of(session, message);
    struct error err = ERROR_INIT;
    if (document == NULL) {
        return;
    }
    const json_t *version = rpc_member(message->params, "textDocument.version");
    if (document_change(document, rpc_member(message->params, "contentChanges"),
                        session->encoding, &err)
        != 0)
    {
        give_up(session, document, &err);
        return;
    }
    document->version = json_integer_value(version);
    documents_touch(&session->documents, document);
}

void
take_save(struct session *session, const struct rpc_message *message)
{
    struct document *document = document_of(session, message);
    if (document != NULL) {
        documents_touch(&session->documents, document);
    }
}

void
take_close(struct session *session, const struct rpc_message *message)
{
    struct document *document = document_of(session, message);
    if (document != NULL) {
        close_document(session, document);
    }
}

void
take_environment_change(struct session *session, const struct rpc_message *message)
{
    (void)message;
    for (struct document *document = session->documents.first; document != NULL;
         document = document->next)
    {
        document->is_dirty = true;
    }
}
