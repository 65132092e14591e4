/* From initialize to exit. */
#ifndef INSULATE_LSP_LIFECYCLE_H
#define INSULATE_LSP_LIFECYCLE_H

#include "lsp/session.h"

void take_initialize(struct session *session, const struct rpc_message *message);
void take_initialized(struct session *session, const struct rpc_message *message);
void take_shutdown(struct session *session, const struct rpc_message *message);
void take_exit(struct session *session, const struct rpc_message *message);
void take_folders(struct session *session, const struct rpc_message *message);

#endif
