#ifndef INSULATE_CONVERT_PREPARATION_PREPARATION_H
#define INSULATE_CONVERT_PREPARATION_PREPARATION_H

#include "convert/options.h"
#include "model/edit.h"

/* What has to be written out before SOURCE can be converted up to the stage of OPTIONS, as
 * edits that do not change what it means from their floor on; none: it can be converted as
 * it is. */
void prepare_source(const struct source *source, const struct convert_options *options,
                    struct arena *arena, struct edits *edits);

#endif
