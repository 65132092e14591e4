/* Texts that stand in for files: a change is read before it is written. */
#ifndef INSULATE_CSOURCE_OVERLAY_H
#define INSULATE_CSOURCE_OVERLAY_H

#include "base/arena.h"
#include "base/error.h"
#include "csource/flags.h"
#include "csource/request.h"

struct overlay {
    int *files; /* descriptors of memory, owned */
    size_t n_files;
};

/* Put the texts of REQUEST where libclang finds them and tell every unit of PLAN.
 * OUT_OVERLAY is to be ended with overlay_done after parsing. */
MUST_CHECK int overlay_init(struct arena *arena, const struct source_request *request,
                            struct plan *plan, struct overlay *out_overlay,
                            struct error *err);
void overlay_done(struct overlay *overlay);

/* The text that stands in for the file at REAL_PATH, or NULL. */
const struct source_text *overlay_find(const struct source_request *request,
                                       const char *real_path);

#endif
