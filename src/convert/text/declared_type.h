#ifndef INSULATE_CONVERT_TEXT_DECLARED_TYPE_H
#define INSULATE_CONVERT_TEXT_DECLARED_TYPE_H

#include "base/arena.h"
#include "model/source.h"

/* The type as DECLARATION, of one variable, writes it, without comments, storage, and what
 * forbids to assign to it; NULL where it has to be spelled anew. */
const char *declared_type(struct arena *arena, const struct source *source,
                          const struct declaration *declaration);

#endif
