/* What is said of a document once it has been analysed. */
#ifndef INSULATE_LSP_ANSWERS_H
#define INSULATE_LSP_ANSWERS_H

#include "lsp/session.h"

answer_function answer_hover, answer_code_actions;

/* Answer a request, or, while the analysis of its document is due, let it wait. */
void answer_request(struct session *session, const struct rpc_message *message,
                    answer_function *answer);
/* Answer what waited for DOCUMENT. */
void answer_waiting(struct session *session, const struct document *document);
/* Refuse what waits for DOCUMENT (NULL: all), or the request with ID (NULL: any). */
void refuse_waiting(struct session *session, const struct document *document,
                    const json_t *id, enum rpc_error code, const char *why);

#endif
