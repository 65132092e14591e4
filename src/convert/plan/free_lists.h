#ifndef INSULATE_CONVERT_PLAN_FREE_LISTS_H
#define INSULATE_CONVERT_PLAN_FREE_LISTS_H

#include "convert/conversion.h"

struct free_list {
    const struct variable *list, *count;
    const struct function *dealloc;
    const struct node *push;     /* list[count++] = self, in dealloc */
    const struct variable *type; /* whose dealloc it is; NULL: of more than one */
    bool had_gc;
};

/* Which arrays hold dead instances for new ones. */
void plan_free_lists(struct conversion *c);

/* Does the assignment NODE in a dealloc function put the instance on such a list?  Does
 * CALL make an object of one that was taken from it? */
bool is_kept_on_list(const struct conversion *c, const struct node *node);
bool is_revival(const struct conversion *c, const struct node *call);

/* Fill OUT if LIST is a free list; false: it is none. */
bool find_free_list(const struct conversion *c, const struct variable *list,
                    struct free_list *out);

/* The local that gets `list[--count]`, as NODE in a statement of its own; NULL: NODE is
 * something else. */
const struct variable *free_list_taker(const struct node *use,
                                       const struct variable *count);

/* The call behind USE that makes LOCAL an object again. */
const struct node *free_list_revival(const struct node *use,
                                     const struct variable *local);

#endif
