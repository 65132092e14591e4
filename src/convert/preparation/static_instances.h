#ifndef INSULATE_CONVERT_PREPARATION_STATIC_INSTANCES_H
#define INSULATE_CONVERT_PREPARATION_STATIC_INSTANCES_H

#include "model/edit.h"
#include "model/source.h"

/* If VARIABLE is an object in static memory, write it as a pointer. */
void prepare_instance(const struct source *source, struct arena *arena,
                      struct edits *edits, const struct variable *variable);

#endif
