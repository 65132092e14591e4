#include "lsp/answers.h"

#include <stdlib.h>
#include <string.h>

#include "base/tree.h"
#include "lsp/limits.h"
#include "lsp/publication.h"
#include "model/rule.h"

/* --- requests that wait ----------------------------------------------------------- */

static bool
is_due(const struct session *session, const struct document *document)
{
    return document->is_dirty || (session->is_working && session->analysed == document);
}

/* A position, or a range of two. */
static bool
is_place(const json_t *params)
{
    const json_t *position = rpc_member(params, "position");
    const json_t *places[] = {
        position != NULL ? position : rpc_member(params, "range.start"),
        position != NULL ? position : rpc_member(params, "range.end"),
    };
    for (size_t i = 0; i < ARRAY_LENGTH(places); i++) {
        const json_t *line = json_object_get(places[i], "line");
        const json_t *character = json_object_get(places[i], "character");
        if (!json_is_integer(line) || !json_is_integer(character)) {
            return false;
        }
    }
    return true;
}

void
answer_request(struct session *session, const struct rpc_message *message,
               answer_function *answer)
{
    const char *uri = rpc_text(message->params, "textDocument.uri");
    if (uri == NULL || !is_place(message->params)) {
        rpc_refuse(&session->output, message->id, RPC_INVALID_PARAMS,
                   "a textDocument with a uri and a place in it are needed");
        return;
    }
    const struct document *document = documents_find(&session->documents, uri);
    if (document == NULL) {
        rpc_respond(&session->output, message->id, json_null());
        return;
    }
    if (!is_due(session, document)) {
        rpc_respond(&session->output, message->id,
                    answer(session, document, message->params));
        return;
    }
    if (session->n_waiting == LIMIT_WAITING) {
        rpc_refuse(&session->output, message->id, RPC_SERVER_CANCELLED,
                   "too many requests wait for an analysis");
        return;
    }
    struct waiting *waiting = memory_alloc(sizeof *waiting);
    *waiting = (struct waiting){
        .id = json_deep_copy(message->id),
        .params = json_deep_copy(message->params),
        .document = document,
        .answer = answer,
        .next = session->waiting,
    };
    session->waiting = waiting;
    session->n_waiting++;
}

/* Take *AT out of the list. */
static void
drop(struct session *session, struct waiting **at)
{
    struct waiting *waiting = *at;
    *at = waiting->next;
    json_decref(waiting->id);
    json_decref(waiting->params);
    free(waiting);
    session->n_waiting--;
}

void
answer_waiting(struct session *session, const struct document *document)
{
    for (struct waiting **at = &session->waiting; *at != NULL;) {
        struct waiting *waiting = *at;
        if (waiting->document != document) {
            at = &waiting->next;
            continue;
        }
        rpc_respond(&session->output, waiting->id,
                    waiting->answer(session, document, waiting->params));
        drop(session, at);
    }
}

void
refuse_waiting(struct session *session, const struct document *document,
               const json_t *id, enum rpc_error code, const char *why)
{
    for (struct waiting **at = &session->waiting; *at != NULL;) {
        struct waiting *waiting = *at;
        if ((document != NULL && waiting->document != document)
            || (id != NULL && !json_equal(waiting->id, id)))
        {
            at = &waiting->next;
            continue;
        }
        rpc_refuse(&session->output, waiting->id, code, why);
        drop(session, at);
    }
}

/* --- hover ------------------------------------------------------------------------- */

/* Do [START, END] and the range of DIAGNOSTIC touch? */
static bool
touches(const json_t *diagnostic, const json_t *start, const json_t *end)
{
    return position_is_not_behind(rpc_member(diagnostic, "range.start"), end)
           && position_is_not_behind(start, rpc_member(diagnostic, "range.end"));
}

static json_t *
markup(const struct session *session, const char *text)
{
    json_t *contents = tree_object();
    tree_set_string(contents, "kind", session->takes_markdown ? "markdown" : "plaintext");
    tree_set_string(contents, "value", text);
    return contents;
}

json_t *
answer_hover(const struct session *session, const struct document *document,
             const json_t *params)
{
    const json_t *position = rpc_member(params, "position");
    json_t *items = items_at(session, document->path), *range = NULL,
           *pages = tree_object();
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    size_t i;
    const json_t *item;
    json_array_foreach(items, i, item)
    {
        const json_t *diagnostic = json_object_get(item, "diagnostic");
        const char *rule = rpc_text(diagnostic, "code");
        const char *page = rule != NULL ? rule_page(rule) : NULL;
        if (page == NULL || json_object_get(pages, rule) != NULL
            || !touches(diagnostic, position, position))
        {
            continue;
        }
        tree_set(pages, rule, json_true());
        strbuf_add_string(&text, range != NULL ? "\n\n---\n\n" : "");
        strbuf_add_string(&text, page);
        range = range != NULL ? range
                              : json_incref(json_object_get(diagnostic, "range"));
    }
    json_decref(items);
    json_decref(pages);
    if (range == NULL) {
        return json_null();
    }
    json_t *hover = tree_object();
    tree_set(hover, "contents", markup(session, text.text));
    tree_set(hover, "range", range);
    return hover;
}

/* --- code actions ------------------------------------------------------------------- */

/* Does the client ask for quick fixes, among others or not at all? */
static bool
wants_quick_fixes(const json_t *params)
{
    const json_t *only = rpc_member(params, "context.only");
    size_t i;
    const json_t *kind;
    json_array_foreach(only, i, kind)
    {
        const char *name = json_string_value(kind);
        if (name != NULL && (name[0] == '\0' || strcmp(name, "quickfix") == 0)) {
            return true;
        }
    }
    return !json_is_array(only) || json_array_size(only) == 0;
}

/* EDITS (borrowed) of DOCUMENT as a WorkspaceEdit. */
static json_t *
workspace_edit(const struct session *session, const struct document *document,
               json_t *edits)
{
    json_t *edit = tree_object();
    if (!session->takes_document_changes) {
        json_t *changes = tree_object();
        tree_set(changes, document->uri, json_incref(edits));
        tree_set(edit, "changes", changes);
        return edit;
    }
    json_t *identifier = tree_object(), *change = tree_object(), *list = tree_array();
    tree_set_string(identifier, "uri", document->uri);
    tree_set(identifier, "version", json_integer(document->version));
    tree_set(change, "textDocument", identifier);
    tree_set(change, "edits", json_incref(edits));
    tree_append(list, change);
    tree_set(edit, "documentChanges", list);
    return edit;
}

static json_t *
action_of(const struct session *session, const struct document *document,
          const json_t *item)
{
    json_t *action = tree_object(), *diagnostics = tree_array();
    tree_append(diagnostics, json_incref(json_object_get(item, "diagnostic")));
    tree_set_string(action, "title", rpc_text(item, "fix.title"));
    tree_set_string(action, "kind", "quickfix");
    tree_set(action, "diagnostics", diagnostics);
    tree_set(action, "isPreferred", json_true());
    tree_set(action, "edit",
             workspace_edit(session, document,
                            json_object_get(json_object_get(item, "fix"), "edits")));
    return action;
}

json_t *
answer_code_actions(const struct session *session, const struct document *document,
                    const json_t *params)
{
    json_t *actions = tree_array();
    if (!session->takes_action_literals || !wants_quick_fixes(params)) {
        return actions;
    }
    json_t *items = items_at(session, document->path);
    size_t i;
    const json_t *item;
    json_array_foreach(items, i, item)
    {
        if (json_object_get(item, "fix") != NULL
            && touches(json_object_get(item, "diagnostic"),
                       rpc_member(params, "range.start"),
                       rpc_member(params, "range.end")))
        {
            tree_append(actions, action_of(session, document, item));
        }
    }
    json_decref(items);
    return actions;
}
