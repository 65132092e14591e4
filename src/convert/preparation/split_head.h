#ifndef INSULATE_CONVERT_PREPARATION_SPLIT_HEAD_H
#define INSULATE_CONVERT_PREPARATION_SPLIT_HEAD_H

#include "model/edit.h"
#include "model/source.h"

/* If a conditional that ends in front of the body has the head of ENTRY, give the body a head of its
 * own, and put the conditional behind it, with a body that calls the function. */
void prepare_split_head(struct arena *arena, struct edits *edits, const struct source *source,
                        const struct function *entry);

#endif
