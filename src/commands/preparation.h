/* The sources of `convert`, read and prepared. */
#ifndef INSULATE_COMMANDS_PREPARATION_H
#define INSULATE_COMMANDS_PREPARATION_H

#include "convert/preparation/readings.h"
#include "csource/reader.h"

/* Read the sources of REQUEST as they are to be converted; see prepared_read. */
MUST_CHECK int request_prepare(struct arena *arena, const struct source_request *request,
                               const struct convert_options *options,
                               struct prepared *out, struct error *err);

#endif
