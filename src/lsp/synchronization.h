/* Documents opened, changed, saved and closed, and what the workspace changes besides. */
#ifndef INSULATE_LSP_SYNCHRONIZATION_H
#define INSULATE_LSP_SYNCHRONIZATION_H

#include "lsp/session.h"

void take_open(struct session *session, const struct rpc_message *message);
void take_change(struct session *session, const struct rpc_message *message);
void take_save(struct session *session, const struct rpc_message *message);
void take_close(struct session *session, const struct rpc_message *message);
/* Files or settings changed: all documents are to be read again. */
void take_environment_change(struct session *session, const struct rpc_message *message);

#endif
