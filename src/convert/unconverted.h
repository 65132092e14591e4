/* Modules of the sources that are not converted at all: of generators, and those whose
 * definition or init function was not found. */
#ifndef INSULATE_CONVERT_UNCONVERTED_H
#define INSULATE_CONVERT_UNCONVERTED_H

#include "extension/extension.h"
#include "model/finding.h"

/* Say so of each, where N_CONVERTED modules were found to convert. */
void report_unconverted(struct arena *arena, const struct extension *extension,
                        size_t n_converted, struct findings *findings);

#endif
