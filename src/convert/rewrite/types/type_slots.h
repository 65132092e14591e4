#ifndef INSULATE_CONVERT_REWRITE_TYPES_TYPE_SLOTS_H
#define INSULATE_CONVERT_REWRITE_TYPES_TYPE_SLOTS_H

#include "convert/plan/type_specs.h"
#include "convert/rewrite/rewriter.h"

/* Where the slots of a type are collected. */
struct type_draft {
    const struct type_spec *spec;
    struct strbuf slots;   /* lines of the slot table */
    struct strbuf members; /* lines of offset members */
    struct strbuf before;  /* functions and tables in front of the slots */
};

/* Append the lines that the spec says. */
void add_lines(struct rewriter *r, struct type_draft *draft);

/* Put the offset members into the type's own table, or into a new one. */
void place_members(struct rewriter *r, struct type_draft *draft,
                   const struct source_file *file);

#endif
