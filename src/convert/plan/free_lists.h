#ifndef INSULATE_CONVERT_PLAN_FREE_LISTS_H
#define INSULATE_CONVERT_PLAN_FREE_LISTS_H

#include "convert/conversion.h"
#include "model/extent.h"

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

/* Does DEALLOC put instances on such a list? */
bool keeps_instances(const struct conversion *c, const struct function *dealloc);

/* Does CALL free an instance that is on such a list, or was taken from it? */
bool is_purge(const struct conversion *c, const struct node *call);

/* CALL makes LOCAL, which was taken from LIST, an object again. */
struct revival {
    const struct free_list *list;
    const struct node *call;
    const struct variable *local;
    bool gets_type;            /* _Py_NewReference: to be given its type, too */
    struct brackets arguments; /* gets_type: of CALL */
};

/* `Py_XDECREF(self->member)` in a dealloc function: members of instances on a list are
 * NULL. */
struct member_release {
    const struct source_file *file;
    struct range name; /* of what is called */
};

struct free_lists {
    const struct free_list *items; /* one for each */
    size_t n_items, capacity;
    const struct revival *revivals;
    size_t n_revivals, revivals_capacity;
    const struct member_release *releases;
    size_t n_releases, releases_capacity;
};

/* The free list that is LIST, or NULL. */
const struct free_list *free_list_of(const struct conversion *c,
                                     const struct variable *list);

/* How instances are taken from the lists that move. */
void plan_revivals(struct conversion *c);

#endif
