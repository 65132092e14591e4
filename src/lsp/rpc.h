/* JSON-RPC 2.0: what may be said in answer. */
#ifndef INSULATE_LSP_RPC_H
#define INSULATE_LSP_RPC_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The codes of JSON-RPC and of the protocol. */
enum rpc_error {
    RPC_PARSE_ERROR = -32700,
    RPC_INVALID_REQUEST = -32600,
    RPC_METHOD_NOT_FOUND = -32601,
    RPC_INVALID_PARAMS = -32602,
    RPC_NOT_INITIALIZED = -32002,
    RPC_REQUEST_CANCELLED = -32800,
    RPC_SERVER_CANCELLED = -32802,
};

struct rpc_output {
    int fd;
    bool is_gone; /* nobody reads any more */
};

/* RESULT is stolen; ID is borrowed, NULL: unknown. */
void rpc_respond(struct rpc_output *output, const json_t *id, json_t *result);
void rpc_refuse(struct rpc_output *output, const json_t *id, enum rpc_error code,
                const char *message);
/* PARAMS are stolen. */
void rpc_notify(struct rpc_output *output, const char *method, json_t *params);
void rpc_ask(struct rpc_output *output, const char *id, const char *method,
             json_t *params);

struct rpc_message {
    json_t *root;       /* owned */
    const char *method; /* NULL: a response */
    const json_t *id;   /* NULL: a notification */
    const json_t *params; /* NULL: none */
};

/* Parse SIZE bytes of TEXT.  A message that is none is answered, and false returned. */
bool rpc_read(struct rpc_output *output, const char *text, size_t size,
              struct rpc_message *out);
void rpc_message_done(struct rpc_message *message);

/* The member of VALUE at PATH, "textDocument.uri"; NULL: there is none. */
const json_t *rpc_member(const json_t *value, const char *path);
/* The same if it is a string. */
const char *rpc_text(const json_t *value, const char *path);

#endif
