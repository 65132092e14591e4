#ifndef INSULATE_CONVERT_FACTS_BRANCHES_H
#define INSULATE_CONVERT_FACTS_BRANCHES_H

#include "convert/conversion.h"

/* What the conditions of SOURCE say for all Pythons from FLOOR on. */
struct conditions *conditions_from(struct arena *arena, const struct source *source,
                                   unsigned floor);

/* Is OFFSET in a branch that no Python from the floor on takes? */
bool is_dead(const struct conversion *c, const struct source_file *file,
             uint32_t offset);

/* Where a line that goes begins: the one at BEGIN, or the blank one before it, if another
 * follows. */
uint32_t lone_begin(const struct source_file *file, uint32_t begin);

/* Where a conditional begins that is taken away whole, from the line at BEGIN to END: with
 * the comment directly above, unless code follows directly, which it may mean, too. */
uint32_t conditional_begin(const struct source_file *file, uint32_t begin,
                           uint32_t end);

/* Do all branches that begin in [begin, end) end there, and the other way round? */
bool is_balanced(const struct source_file *file, uint32_t begin, uint32_t end);

/* Does a directive begin with token I? */
bool is_directive(const struct source_file *file, size_t i);

#endif
