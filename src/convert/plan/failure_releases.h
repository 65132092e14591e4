#ifndef INSULATE_CONVERT_PLAN_FAILURE_RELEASES_H
#define INSULATE_CONVERT_PLAN_FAILURE_RELEASES_H

#include "convert/conversion.h"
#include "model/extent.h"

/* A release behind which the state does not hold the object any more. */
struct failure_release {
    const struct source_file *file;
    struct range name;      /* of what releases: it becomes Py_CLEAR; or else, */
    const struct variable *variable; /* if not NULL, this is set to NULL behind it */
    const struct node *statement;
    bool is_branch; /* nothing else stands in a branch */
};

struct failure_releases {
    const struct failure_release *items;
    size_t n_items, capacity;
};

/* Where an import that fails, or a function at run time, gives up the state's own references. */
void plan_failure_releases(struct conversion *c);

#endif
