#include "lsp/lifecycle.h"

#include <string.h>

#include "base/file.h"
#include "base/tree.h"
#include "base/uri.h"
#include "lsp/answers.h"

/* --- what the client says of itself ------------------------------------------------ */

static bool
has_word(const json_t *list, const char *word)
{
    size_t i;
    const json_t *item;
    json_array_foreach(list, i, item)
    {
        if (json_is_string(item) && strcmp(json_string_value(item), word) == 0) {
            return true;
        }
    }
    return false;
}

static void
read_capabilities(struct session *session, const json_t *capabilities)
{
    session->encoding =
        has_word(rpc_member(capabilities, "general.positionEncodings"), "utf-8")
            ? ENCODING_UTF8
            : ENCODING_UTF16;
    session->takes_markdown = has_word(
        rpc_member(capabilities, "textDocument.hover.contentFormat"), "markdown");
    session->takes_action_literals =
        rpc_member(capabilities, "textDocument.codeAction.codeActionLiteralSupport")
        != NULL;
    session->takes_document_changes =
        json_is_true(rpc_member(capabilities, "workspace.workspaceEdit.documentChanges"));
    session->registers_watchers = json_is_true(rpc_member(
        capabilities, "workspace.didChangeWatchedFiles.dynamicRegistration"));
}

static void
add_folder(struct session *session, const char *uri)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    const char *path = uri != NULL ? uri_path(arena, uri) : NULL;
    if (path != NULL && file_is_folder(path)) {
        tree_append(session->folders, tree_string(path_real(arena, path)));
    }
}

static void
add_folders(struct session *session, const json_t *list)
{
    size_t i;
    const json_t *item;
    json_array_foreach(list, i, item)
    {
        add_folder(session, rpc_text(item, "uri"));
    }
}

static void
remove_folders(struct session *session, const json_t *list)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    size_t i;
    const json_t *item;
    json_array_foreach(list, i, item)
    {
        const char *uri = rpc_text(item, "uri");
        const char *path = uri != NULL ? uri_path(arena, uri) : NULL;
        for (size_t k = json_array_size(session->folders); path != NULL && k-- > 0;) {
            const char *folder =
                json_string_value(json_array_get(session->folders, k));
            if (strcmp(folder, path_real(arena, path)) == 0) {
                json_array_remove(session->folders, k);
            }
        }
    }
}

/* --- what the server says of itself -------------------------------------------------- */

static json_t *
capabilities_of(const struct session *session)
{
    enum { SYNC_INCREMENTAL = 2 };
    json_t *all = tree_object(), *sync = tree_object(), *actions = tree_object(),
           *kinds = tree_array(), *workspace = tree_object(), *folders = tree_object();
    tree_set_string(all, "positionEncoding",
                    session->encoding == ENCODING_UTF8 ? "utf-8" : "utf-16");
    tree_set(sync, "openClose", json_true());
    tree_set(sync, "change", json_integer(SYNC_INCREMENTAL));
    tree_set(sync, "save", json_true());
    tree_set(all, "textDocumentSync", sync);
    tree_set(all, "hoverProvider", json_true());
    tree_append(kinds, tree_string("quickfix"));
    tree_set(actions, "codeActionKinds", kinds);
    tree_set(all, "codeActionProvider", actions);
    tree_set(folders, "supported", json_true());
    tree_set(folders, "changeNotifications", json_true());
    tree_set(workspace, "workspaceFolders", folders);
    tree_set(all, "workspace", workspace);
    return all;
}

void
take_initialize(struct session *session, const struct rpc_message *message)
{
    const json_t *params = message->params;
    if (!json_is_object(rpc_member(params, "capabilities"))) {
        rpc_refuse(&session->output, message->id, RPC_INVALID_PARAMS,
                   "there are no capabilities of the client");
        return;
    }
    const json_t *process = rpc_member(params, "processId");
    session->client =
        json_is_integer(process) ? (pid_t)json_integer_value(process) : 0;
    read_capabilities(session, rpc_member(params, "capabilities"));
    const json_t *folders = rpc_member(params, "workspaceFolders");
    if (json_is_array(folders)) {
        add_folders(session, folders);
    }
    else {
        add_folder(session, rpc_text(params, "rootUri"));
    }
    session->state = SESSION_OPEN;
    json_t *result = tree_object(), *info = tree_object();
    tree_set(result, "capabilities", capabilities_of(session));
    tree_set_string(info, "name", "insulate");
    tree_set_string(info, "version", INSULATE_VERSION);
    tree_set(result, "serverInfo", info);
    rpc_respond(&session->output, message->id, result);
}

/* Have the client tell when a file changes that decides how sources are read. */
void
take_initialized(struct session *session, const struct rpc_message *message)
{
    static const char *const patterns[] = {"**/pyproject.toml",
                                           "**/compile_commands.json",
                                           "**/*.{c,cc,cpp,cxx,h,hh,hpp,hxx}"};
    (void)message;
    if (!session->registers_watchers) {
        return;
    }
    json_t *watchers = tree_array(), *options = tree_object(),
           *registration = tree_object(), *list = tree_array(), *params = tree_object();
    for (size_t i = 0; i < ARRAY_LENGTH(patterns); i++) {
        json_t *watcher = tree_object();
        tree_set_string(watcher, "globPattern", patterns[i]);
        tree_append(watchers, watcher);
    }
    tree_set(options, "watchers", watchers);
    tree_set_string(registration, "id", "insulate-files");
    tree_set_string(registration, "method", "workspace/didChangeWatchedFiles");
    tree_set(registration, "registerOptions", options);
    tree_append(list, registration);
    tree_set(params, "registrations", list);
    rpc_ask(&session->output, "insulate-register", "client/registerCapability", params);
}

void
take_folders(struct session *session, const struct rpc_message *message)
{
    remove_folders(session, rpc_member(message->params, "event.removed"));
    add_folders(session, rpc_member(message->params, "event.added"));
}

/* --- the end ----------------------------------------------------------------------- */

void
take_shutdown(struct session *session, const struct rpc_message *message)
{
    refuse_waiting(session, NULL, NULL, RPC_SERVER_CANCELLED, "the server shuts down");
    worker_stop(&session->worker);
    session->is_working = false;
    session->state = SESSION_SHUT;
    rpc_respond(&session->output, message->id, json_null());
}

void
take_exit(struct session *session, const struct rpc_message *message)
{
    (void)message;
    session->exit_code = session->state == SESSION_SHUT ? 0 : 1;
    session->state = SESSION_OVER;
}
