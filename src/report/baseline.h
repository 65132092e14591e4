/* A baseline: findings that are known, with the reason why they may stay.
 *
 * The file is the JSON answer of a command, or of several put together; each of
 * its findings may have a "reason".  A finding is known if the file holds one of the
 * same fingerprint, as often as it holds it. */
#ifndef INSULATE_REPORT_BASELINE_H
#define INSULATE_REPORT_BASELINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "model/finding.h"

struct baseline_entry {
    uint64_t fingerprint;
    const char *rule, *path, *symbol, *message, *reason; /* NULL: not given */
    bool is_used;
};

struct baseline {
    struct arena *arena; /* borrowed */
    struct baseline_entry *items;
    size_t n_items, capacity;
};

/* Read the SIZE bytes of a baseline; FOLDER as in finding_fingerprint. */
MUST_CHECK int baseline_read(struct arena *arena, const char *text, size_t size,
                             const char *folder, struct baseline *out_baseline,
                             struct error *err);
/* Drop from FINDINGS what the baseline holds; its entries become used.  Returns how
 * many were dropped. */
size_t baseline_apply(struct baseline *baseline, struct findings *findings,
                      const char *folder);
/* Write a baseline of FINDINGS; OLD (NULL: none) lends its reasons. */
void baseline_print(const struct findings *findings, const struct baseline *old,
                    const char *folder, struct strbuf *out);

#endif
