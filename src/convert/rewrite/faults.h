/* What the program cannot write although the plan allows it: an edit is missing, or two do not
 * go together.  Whoever has the module rewritten is told, and leaves it as it is. */
#ifndef INSULATE_CONVERT_REWRITE_FAULTS_H
#define INSULATE_CONVERT_REWRITE_FAULTS_H

#include "convert/rewrite/rewriter.h"

struct rewrite_fault {
    const struct source_file *file;
    uint32_t offset;
    const char *symbol; /* or NULL */
    const char *message;
};

void add_fault(struct rewriter *r, struct rewrite_fault fault);

/* Fault number I (from 0), or NULL behind the last. */
const struct rewrite_fault *fault_at(const struct rewriter *r, size_t i);

#endif
