#ifndef INSULATE_CONVERT_PLAN_STORED_REFERENCES_H
#define INSULATE_CONVERT_PLAN_STORED_REFERENCES_H

#include "convert/conversion.h"

/* Where the reference is taken that a field of the state is to own. */
enum taking {
    TAKES_BEHIND,       /* behind the assignment, a statement of its own */
    TAKES_IN_BRANCH,    /* the same, where that is all of a branch of an `if` */
    TAKES_BEHIND_CHECK, /* behind the `if` that the assignment is asked in */
    REPLACES_NAMED,     /* in front of the assignment, which releases what the field had */
    REPLACES_NEW,       /* the same for a value that Py_XNewRef takes a reference of */
    REPLACES_ANY,       /* the same where that is not possible: the old one is put aside */
    RESTORES,           /* what the field had before is put back: what it has now is released */
    FORGETS,            /* NULL is stored: what the field had is released */
};

/* An assignment of a borrowed reference to what moves. */
struct stored_reference {
    const struct node *assign;
    enum taking taking;
    const struct node *statement; /* TAKES_BEHIND_CHECK */
    bool is_branch;               /* REPLACES_NAMED: ASSIGN is all of a branch of an `if` */
    const char *old;              /* REPLACES_ANY: a name for it */
};

struct stored_references {
    const struct stored_reference *items;
    size_t n_items, capacity;
};

void plan_stored_references(struct conversion *c);

#endif
