#include "lsp/publication.h"

#include <string.h>

#include "base/tree.h"
#include "base/uri.h"

/* Is ITEM among LIST? */
static bool
has_item(const json_t *list, const json_t *item)
{
    size_t i;
    const json_t *other;
    json_array_foreach(list, i, other)
    {
        if (json_equal(other, item)) {
            return true;
        }
    }
    return false;
}

static void
add_items(json_t *list, const json_t *files, const char *path)
{
    size_t i, k;
    const json_t *file;
    json_t *item;
    json_array_foreach(files, i, file)
    {
        if (strcmp(rpc_text(file, "path"), path) != 0) {
            continue;
        }
        /* Those of one analysis are apart from each other. */
        size_t n_others = json_array_size(list);
        json_array_foreach(json_object_get(file, "items"), k, item)
        {
            if (n_others == 0 || !has_item(list, item)) {
                tree_append(list, json_incref(item));
            }
        }
    }
}

json_t *
items_at(const struct session *session, const char *path)
{
    json_t *list = tree_array();
    for (const struct document *document = session->documents.first; document != NULL;
         document = document->next)
    {
        add_items(list, document->files, path);
    }
    return list;
}

/* Publish what there is of the file at PATH, if it is new or IS_ASKED for. */
static void
publish_at(struct session *session, const char *path, bool is_asked)
{
    const struct document *document = documents_at(&session->documents, path);
    CLEANUP(strbuf_done) struct strbuf made = STRBUF_INIT;
    uri_add(&made, path);
    const char *uri = document != NULL ? document->uri : made.text;
    json_t *items = items_at(session, path), *diagnostics = tree_array();
    size_t i;
    const json_t *item;
    json_array_foreach(items, i, item)
    {
        tree_append(diagnostics, json_incref(json_object_get(item, "diagnostic")));
    }
    json_decref(items);
    const json_t *before = json_object_get(session->published, uri);
    bool is_new = before != NULL ? !json_equal(before, diagnostics)
                                 : json_array_size(diagnostics) != 0;
    if (json_array_size(diagnostics) != 0) {
        tree_set(session->published, uri, json_incref(diagnostics));
    }
    else {
        json_object_del(session->published, uri);
    }
    if (!is_asked && !is_new) {
        json_decref(diagnostics);
        return;
    }
    json_t *params = tree_object();
    tree_set_string(params, "uri", uri);
    if (document != NULL) {
        tree_set(params, "version", json_integer(document->version));
    }
    tree_set(params, "diagnostics", diagnostics);
    rpc_notify(&session->output, "textDocument/publishDiagnostics", params);
}

static void
publish_files(struct session *session, const json_t *files, const char *except)
{
    size_t i;
    const json_t *file;
    json_array_foreach(files, i, file)
    {
        const char *path = rpc_text(file, "path");
        if (strcmp(path, except) != 0) {
            publish_at(session, path, false);
        }
    }
}

void
publish(struct session *session, struct document *document, json_t *files, json_t *read)
{
    json_t *before = document->files;
    document->files = files;
    json_decref(document->read);
    document->read = read;
    publish_at(session, document->path, true);
    publish_files(session, files, document->path);
    publish_files(session, before, document->path);
    json_decref(before);
}

void
publish_failure(struct session *session, struct document *document, const char *message)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct lined_text nothing = lined_text(arena, "", 0);
    json_t *diagnostic = tree_object(), *item = tree_object(), *items = tree_array(),
           *file = tree_object(), *files = tree_array();
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    strbuf_format(&text, "this file is not checked: %s", message);
    tree_set(diagnostic, "range", range_of(&nothing, session->encoding, 0, 0));
    tree_set(diagnostic, "severity", json_integer(1));
    tree_set_string(diagnostic, "source", "insulate");
    tree_set_string(diagnostic, "message", text.text);
    tree_set(item, "diagnostic", diagnostic);
    tree_append(items, item);
    tree_set_string(file, "path", document->path);
    tree_set(file, "items", items);
    tree_append(files, file);
    publish(session, document, files, NULL);
}
