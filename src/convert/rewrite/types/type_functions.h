#ifndef INSULATE_CONVERT_REWRITE_TYPES_TYPE_FUNCTIONS_H
#define INSULATE_CONVERT_REWRITE_TYPES_TYPE_FUNCTIONS_H

#include "convert/rewrite/types/type_slots.h"

void generate_traverse(struct rewriter *r, struct type_draft *draft,
                       const struct source_file *file);
/* What the type inherited as long as it had no traverse function of its own. */
void generate_clear(struct rewriter *r, struct type_draft *draft,
                    const struct source_file *file);
void generate_dealloc(struct rewriter *r, struct type_draft *draft,
                      const struct source_file *file);

/* If the instances hold their module: the function that allocates them, and the member. */
void generate_alloc(struct rewriter *r, struct type_draft *draft,
                    const struct source_file *file);

#endif
