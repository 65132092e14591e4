/* Diagnostics out: of each file those that the analyses of all open documents gave. */
#ifndef INSULATE_LSP_PUBLICATION_H
#define INSULATE_LSP_PUBLICATION_H

#include "lsp/session.h"

/* What the analyses say of the file at PATH: items as of diagnostics_of, each once (owned). */
json_t *items_at(const struct session *session, const char *path);
/* FILES and READ (stolen; NULL: none) are what DOCUMENT's analysis gave: publish what is
 * new. */
void publish(struct session *session, struct document *document, json_t *files,
             json_t *read);
/* DOCUMENT cannot be analysed: say so where it begins. */
void publish_failure(struct session *session, struct document *document,
                     const char *message);

#endif
