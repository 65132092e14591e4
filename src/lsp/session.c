#include "lsp/session.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/tree.h"

void
session_init(struct session *session, int in, int out, analyse_function *analyse,
             void *data)
{
    *session = (struct session){
        .exit_code = 1,
        .output = {.fd = out},
        .published = tree_object(),
        .folders = tree_array(),
    };
    frame_reader_init(&session->input, in);
    worker_init(&session->worker, analyse, data);
}

void
session_done(struct session *session)
{
    worker_done(&session->worker);
    while (session->waiting != NULL) {
        struct waiting *next = session->waiting->next;
        json_decref(session->waiting->id);
        json_decref(session->waiting->params);
        free(session->waiting);
        session->waiting = next;
    }
    documents_done(&session->documents);
    json_decref(session->published);
    json_decref(session->folders);
    frame_reader_done(&session->input);
}

const char *
session_folder(const struct session *session, struct arena *arena, const char *path)
{
    const char *best = NULL;
    size_t i;
    const json_t *item;
    json_array_foreach(session->folders, i, item)
    {
        const char *folder = json_string_value(item);
        if (path_below(path, folder) != path
            && (best == NULL || strlen(folder) > strlen(best)))
        {
            best = folder;
        }
    }
    return best != NULL ? arena_string(arena, best) : path_folder(arena, path);
}

void
session_log(struct session *session, const char *format, ...)
{
    enum { MESSAGE_ERROR = 1 };
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    va_list args;
    va_start(args, format);
    strbuf_vformat(&text, format, args);
    va_end(args);
    json_t *params = tree_object();
    tree_set(params, "type", json_integer(MESSAGE_ERROR));
    tree_set_string(params, "message", text.text);
    rpc_notify(&session->output, "window/logMessage", params);
}
