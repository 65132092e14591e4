#ifndef INSULATE_CONVERT_FREE_LISTS_H
#define INSULATE_CONVERT_FREE_LISTS_H

#include "convert/conversion.h"

/* Which arrays hold dead instances for new ones; their edits. */
void plan_free_lists(struct conversion *c);
void edit_free_lists(struct conversion *c);

/* Does the assignment NODE in a dealloc function put the instance on such a list?  Does
 * CALL make an object of one that was taken from it? */
bool is_kept_on_list(const struct conversion *c, const struct node *node);
bool is_revival(const struct conversion *c, const struct node *call);

/* Append lines that free what is on the list. */
void add_drain(const struct conversion *c, struct strbuf *out, const char *state,
               const struct variable_plan *plan);

#endif
