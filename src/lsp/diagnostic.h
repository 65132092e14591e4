/* Findings as the protocol's diagnostics. */
#ifndef INSULATE_LSP_DIAGNOSTIC_H
#define INSULATE_LSP_DIAGNOSTIC_H

#include <jansson.h>

#include "lsp/place.h"
#include "model/finding.h"
#include "model/source.h"

/* FINDINGS of SOURCE as an array (owned) of {"path", "items"}, one for each file; an item
 * has "diagnostic" and, where the finding has a fix, "fix" with "title" and "edits".  What
 * has no file of SOURCE goes to PATH. */
json_t *diagnostics_of(struct arena *arena, const struct findings *findings,
                       const struct source *source, const char *path,
                       enum encoding encoding);

#endif
