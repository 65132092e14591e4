#ifndef INSULATE_CONVERT_FACTS_STORES_H
#define INSULATE_CONVERT_FACTS_STORES_H

#include "convert/conversion.h"

/* The value of ASSIGN, the last one in `a = b = value`. */
const struct node *store_value(const struct node *assign);

/* Does the function around ASSIGN release what its target had, in any of its branches? */
bool store_releases_old(const struct node *assign);

/* Is the target of ASSIGN known to be NULL before, because an `if` asks for that? */
bool store_is_first(const struct node *assign);

/* Does the function around ASSIGN read what its target had before, for another place? */
bool store_target_is_read(const struct node *assign);

/* What a static had, and a value reads, directly or by a local. */
enum reading {
    READS_NO_STATIC,
    READS_IT,        /* the static keeps its reference */
    READS_AND_MOVES, /* the static is overwritten behind, and was not released */
    READS_UNCLEAR,   /* the same, but others read it there, too */
};

struct static_reading {
    enum reading kind;
    const struct variable *variable;
    bool is_of_target; /* what is stored was there before */
};

/* Of VALUE, which ASSIGN stores. */
struct static_reading store_reading(const struct node *value, const struct node *assign);

/* Is a part of VARIABLE overwritten after import without a release of what it had, and not in
 * exchange?  Then others own that. */
bool variable_loses_values(const struct conversion *c, const struct variable *variable);

/* Does FUNCTION store or return what VARIABLE has? */
bool function_hands_on(const struct function *function, const struct variable *variable);

#endif
