/* What the server has done elsewhere: the text of a document checked. */
#ifndef INSULATE_LSP_ANALYSIS_H
#define INSULATE_LSP_ANALYSIS_H

#include "base/arena.h"
#include "base/error.h"
#include "model/finding.h"
#include "model/source.h"
#include "model/source_text.h"

struct analysis_job {
    struct arena *arena;
    const char *folder;              /* of the workspace; where the analysis is to run */
    const char *path;                /* of the document, absolute */
    const struct source_text *texts; /* of all open documents */
    size_t n_texts;
    void *answer; /* for analysis_tell */
};

/* Checks the document of JOB and calls analysis_tell; fills ERR if it cannot. */
typedef int analyse_function(void *data, struct analysis_job *job, struct error *err);

/* FINDINGS, those to be shown, were made of SOURCE; both are used during the call only. */
void analysis_tell(struct analysis_job *job, const struct findings *findings,
                   const struct source *source);

#endif
