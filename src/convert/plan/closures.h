#ifndef INSULATE_CONVERT_PLAN_CLOSURES_H
#define INSULATE_CONVERT_PLAN_CLOSURES_H

#include "convert/conversion.h"

/* Find the closures of getters and setters that are addresses of what moves, and let these
 * functions have the state. */
void plan_closures(struct conversion *c);

/* One that becomes the place of VARIABLE in the state. */
struct closure {
    const struct variable *table;
    const struct node *value;
    const struct variable *variable;
};

/* Where a function uses what it got as one. */
struct closure_use {
    const struct node *node; /* the name of the parameter */
    bool is_cast;            /* to another type than void * */
};

/* Where a file includes what declares offsetof. */
struct closure_include {
    const struct source_file *file;
    uint32_t place;
};

struct closures {
    const struct closure *items;
    size_t n_items, capacity;
    const struct closure_use *uses;
    size_t n_uses, uses_capacity;
    const struct closure_include *includes;
    size_t n_includes, includes_capacity;
};

/* Does FUNCTION use what it gets as one of them? */
bool uses_closure(const struct conversion *c, const struct function *function);
/* Is OFFSET of FILE in one of them? */
bool is_in_closure(const struct conversion *c, const struct source_file *file, uint32_t offset);

#endif
