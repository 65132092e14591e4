/* The sources of a conversion as they are converted: with what preparation writes out. */
#ifndef INSULATE_CONVERT_PREPARATION_READINGS_H
#define INSULATE_CONVERT_PREPARATION_READINGS_H

#include "base/error.h"
#include "base/macros.h"
#include "convert/options.h"
#include "model/edit.h"
#include "model/finding.h"
#include "model/plan.h"
#include "model/source_text.h"

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

/* Reads the sources with TEXTS in place of files. */
struct source_reader {
    int (*read)(void *data, const struct source_text *texts, size_t n_texts,
                struct source **out_source, struct error *err);
    void *data;
};

/* Read with TEXTS, prepare the sources in memory, and read them again, until nothing is
 * left to prepare for OPTIONS. */
MUST_CHECK int prepared_read(struct arena *arena, const struct source_reader *reader,
                             const struct source_text *texts, size_t n_texts,
                             const struct convert_options *options,
                             struct prepared *out, struct error *err);
/* The file at REAL_PATH as it is on disk, or NULL. */
const struct source_file *prepared_original(const struct prepared *prepared,
                                            const char *real_path);
/* Let the places of FINDINGS, or of PLAN, be those of the files on disk. */
void prepared_place(const struct prepared *prepared, struct findings *findings);
void prepared_place_plan(const struct prepared *prepared, struct conversion_plan *plan);

#endif
