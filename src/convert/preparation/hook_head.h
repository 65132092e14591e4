#ifndef INSULATE_CONVERT_PREPARATION_HOOK_HEAD_H
#define INSULATE_CONVERT_PREPARATION_HOOK_HEAD_H

#include "model/edit.h"
#include "model/source.h"

/* Let the m_free of DEFINITION have its parameter. */
void prepare_hook_head(struct arena *arena, struct edits *edits, const struct source *source,
                       const struct variable *definition);

#endif
