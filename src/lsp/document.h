/* The open documents, as the client has them. */
#ifndef INSULATE_LSP_DOCUMENT_H
#define INSULATE_LSP_DOCUMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "lsp/place.h"

struct document {
    char *uri;  /* as the client writes it */
    char *path; /* absolute, without links */
    struct strbuf text;
    json_int_t version;
    uint64_t changed; /* when, of all documents */
    bool is_dirty;    /* its diagnostics are of something older */
    json_t *files;    /* as of diagnostics_of, of its latest analysis; NULL: none */
    json_t *read;     /* paths that the analysis read; NULL: none */
    struct document *next;
};

struct documents {
    struct document *first;
    size_t n_items;
    uint64_t clock;
};

/* The open document at URI, or NULL. */
struct document *documents_find(const struct documents *documents, const char *uri);
/* The same for a real path. */
struct document *documents_at(const struct documents *documents, const char *path);
/* All strings are copied. */
struct document *documents_open(struct documents *documents, const char *uri,
                                const char *path, json_int_t version);
void documents_close(struct documents *documents, struct document *document);
void documents_done(struct documents *documents);

/* Replace the text by SIZE bytes of TEXT. */
MUST_CHECK int document_set_text(struct document *document, const char *text, size_t size,
                                 struct error *err);
/* Apply CHANGES, an array of TextDocumentContentChangeEvent.  Errors: one does not fit;
 * those before it are applied. */
MUST_CHECK int document_change(struct document *document, const json_t *changes,
                               enum encoding encoding, struct error *err);
/* Its text is another one, or what it is read with. */
void documents_touch(struct documents *documents, struct document *document);

/* Did the latest analysis of DOCUMENT read the file at PATH? */
bool document_has_read(const struct document *document, const char *path);
/* Is DOCUMENT checked as a part of another open one, which includes it? */
bool document_is_part(const struct documents *documents, const struct document *document);

#endif
