#ifndef INSULATE_CONVERT_PLAN_STATE_PLACEMENT_H
#define INSULATE_CONVERT_PLAN_STATE_PLACEMENT_H

#include "convert/conversion.h"
#include "convert/plan/array_sizes.h"

/* A file that names the state. */
struct need {
    const struct source_file *file;
    uint32_t offset; /* of the first thing that names the state there */
};

/* The definition of a type that goes in front of the state. */
struct moved_type {
    const struct source_file *file;
    uint32_t begin, end; /* with its semicolon */
};

/* Macros of the project that its own header defines in front of Python.h. */
struct python_macros {
    const struct macro *const *items;
    size_t n_items;
};

/* Where the state struct and what finds it are written. */
struct state_placement {
    bool is_written; /* else there is nothing to write, and the rest is empty */
    bool is_header; /* in a header: its own, or that of the function that gives the state */
    struct need here; /* not in one: in front of this */
    const char *path; /* of its own header, if it has one */
    const struct need *needs; /* the files that are to know it */
    size_t n_needs;
    struct array_sizes sizes; /* that the fields need */
    const struct moved_type *types;
    size_t n_types, types_capacity;
    bool is_named_before; /* one of these types names the state */
    const struct source_file *const *headers; /* that the fields' types come from */
    size_t n_headers;
    struct python_macros macros;
};

void plan_state_placement(struct conversion *c);

/* Where in FILE the struct of the state stands, or will, if what needs it first is at OFFSET. */
uint32_t place_of_struct(const struct conversion *c, const struct source_file *file,
                         uint32_t offset);

/* Are there fields to write? */
bool has_fields(const struct conversion *c);

#endif
