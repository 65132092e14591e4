/* The sources of `convert` as they are converted: with what preparation writes out. */
#ifndef INSULATE_COMMANDS_PREPARATION_H
#define INSULATE_COMMANDS_PREPARATION_H

#include "base/error.h"
#include "convert/convert.h"
#include "csource/reader.h"
#include "model/edit.h"
#include "model/finding.h"

/* One reading of the sources, and what it made necessary. */
struct reading {
    struct source *source;
    struct edits edits; /* what leads to the next reading */
};

enum { MAX_READINGS = 8 };

struct prepared {
    struct reading readings[MAX_READINGS];
    size_t n_readings;
    struct source *source; /* the last reading: what is converted */
};

/* Read the sources of REQUEST, prepare them in memory, and read them again, until
 * nothing is left to prepare for OPTIONS. */
MUST_CHECK int prepared_read(struct arena *arena, const struct source_request *request,
                             const struct convert_options *options, struct prepared *out,
                             struct error *err);
/* The file at REAL_PATH as it is on disk, or NULL. */
const struct source_file *prepared_original(const struct prepared *prepared,
                                            const char *real_path);
/* Let the places of FINDINGS be those of the files on disk. */
void prepared_place(const struct prepared *prepared, struct findings *findings);

#endif
