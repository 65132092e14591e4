#ifndef INSULATE_CONVERT_FACTS_INDEX_H
#define INSULATE_CONVERT_FACTS_INDEX_H

#include "convert/conversion.h"

/* Is NAME an identifier of the project's text? */
bool name_is_used(const struct conversion *c, const char *name);

/* Before the first question. */
void index_begin(struct conversion *c);

/* Enter PLAN under the name of its field. */
void index_field(struct conversion *c, struct variable_plan *plan);

/* The plan that was entered last under NAME, or NULL. */
const struct variable_plan *index_field_called(const struct conversion *c,
                                               const char *name);

/* The mention in FUNCTION behind LAST (NULL: the first); NULL behind the last. */
const struct mention *next_mention_in(const struct conversion *c,
                                      const struct function *function,
                                      const struct mention *last);

#endif
