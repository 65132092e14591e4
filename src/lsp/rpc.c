#include "lsp/rpc.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/tree.h"
#include "lsp/frame.h"

static json_t *
new_message(void)
{
    json_t *message = tree_object();
    tree_set_string(message, "jsonrpc", "2.0");
    return message;
}

/* MESSAGE is stolen. */
static void
send_message(struct rpc_output *output, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    if (text == NULL) {
        memory_exhausted();
    }
    if (!output->is_gone && frame_write(output->fd, text, strlen(text)) != 0) {
        output->is_gone = true;
    }
    free(text);
    json_decref(message);
}

static void
set_id(json_t *message, const json_t *id)
{
    tree_set(message, "id", id != NULL ? json_deep_copy(id) : json_null());
}

void
rpc_respond(struct rpc_output *output, const json_t *id, json_t *result)
{
    json_t *message = new_message();
    set_id(message, id);
    tree_set(message, "result", result);
    send_message(output, message);
}

void
rpc_refuse(struct rpc_output *output, const json_t *id, enum rpc_error code,
           const char *message)
{
    json_t *response = new_message(), *error = tree_object();
    tree_set(error, "code", json_integer(code));
    tree_set_string(error, "message", message);
    set_id(response, id);
    tree_set(response, "error", error);
    send_message(output, response);
}

void
rpc_notify(struct rpc_output *output, const char *method, json_t *params)
{
    json_t *message = new_message();
    tree_set_string(message, "method", method);
    tree_set(message, "params", params);
    send_message(output, message);
}

void
rpc_ask(struct rpc_output *output, const char *id, const char *method, json_t *params)
{
    json_t *message = new_message();
    tree_set_string(message, "id", id);
    tree_set_string(message, "method", method);
    tree_set(message, "params", params);
    send_message(output, message);
}

/* What is wrong with OUT, which is JSON; NULL: nothing. */
static const char *
fault_of(const struct rpc_message *out)
{
    const json_t *version = json_object_get(out->root, "jsonrpc");
    const json_t *method = json_object_get(out->root, "method");
    if (!json_is_object(out->root)) {
        return json_is_array(out->root) ? "batches of messages are not supported"
                                        : "a message is an object";
    }
    if (!json_is_string(version) || strcmp(json_string_value(version), "2.0") != 0) {
        return "\"jsonrpc\" is not \"2.0\"";
    }
    if (out->id != NULL && !json_is_string(out->id) && !json_is_integer(out->id)
        && !(json_is_null(out->id) && method == NULL))
    {
        return "\"id\" is neither an integer nor a string";
    }
    if (method == NULL && json_object_get(out->root, "result") == NULL
        && json_object_get(out->root, "error") == NULL)
    {
        return "there is no \"method\"";
    }
    if (method != NULL && !json_is_string(method)) {
        return "\"method\" is not a string";
    }
    return out->params != NULL && !json_is_object(out->params)
                   && !json_is_array(out->params) && !json_is_null(out->params)
               ? "\"params\" is neither an object nor an array"
               : NULL;
}

bool
rpc_read(struct rpc_output *output, const char *text, size_t size,
         struct rpc_message *out)
{
    json_error_t error;
    *out = (struct rpc_message){
        .root = json_loadb(text, size, JSON_ALLOW_NUL | JSON_DECODE_ANY, &error)};
    if (out->root == NULL) {
        rpc_refuse(output, NULL, RPC_PARSE_ERROR, error.text);
        return false;
    }
    out->id = json_object_get(out->root, "id");
    out->params = json_object_get(out->root, "params");
    const char *fault = fault_of(out);
    if (fault != NULL) {
        bool is_known = json_is_string(out->id) || json_is_integer(out->id);
        rpc_refuse(output, is_known ? out->id : NULL, RPC_INVALID_REQUEST, fault);
        rpc_message_done(out);
        return false;
    }
    out->method = json_string_value(json_object_get(out->root, "method"));
    if (json_is_null(out->params)) {
        out->params = NULL;
    }
    return true;
}

void
rpc_message_done(struct rpc_message *message)
{
    json_decref(message->root);
    message->root = NULL;
}

const json_t *
rpc_member(const json_t *value, const char *path)
{
    enum { LONGEST_KEY = 63 };
    while (value != NULL && path[0] != '\0') {
        char key[LONGEST_KEY + 1];
        size_t size = strcspn(path, ".");
        assert(size <= LONGEST_KEY);
        memcpy(key, path, size);
        key[size] = '\0';
        value = json_object_get(value, key);
        path += size + (path[size] == '.');
    }
    return value;
}

const char *
rpc_text(const json_t *value, const char *path)
{
    return json_string_value(rpc_member(value, path));
}
