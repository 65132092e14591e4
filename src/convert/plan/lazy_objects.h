#ifndef INSULATE_CONVERT_PLAN_LAZY_OBJECTS_H
#define INSULATE_CONVERT_PLAN_LAZY_OBJECTS_H

#include "convert/conversion.h"

/* `place`, or `place = value`. */
struct lazy_use {
    const struct source_file *file;
    struct range place;
    struct range value;     /* {0, 0}: it is only read */
    struct range statement; /* with the semicolon, which goes; {0, 0}: none does */
    struct range whole;     /* what becomes the use of a macro: the assignment or the read, or
                               the test that the statement is joined with */
};

/* A file that needs the macros, in front of OFFSET. */
struct lazy_file {
    const struct source_file *file;
    uint32_t offset;
};

/* Objects that are made when they are first needed become those of the thread that stores one
 * first: with --threads. */
struct lazy_objects {
    const char *load, *set, *function; /* names */
    const struct lazy_use *reads, *stores;
    size_t n_reads, n_stores, reads_capacity, stores_capacity;
    const struct lazy_file *files;
    size_t n_files;
};

void plan_lazy_objects(struct conversion *c);

/* Does FUNCTION have such uses? */
bool function_has_lazy_objects(const struct conversion *c, const struct function *function);

#endif
