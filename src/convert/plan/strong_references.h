#ifndef INSULATE_CONVERT_PLAN_STRONG_REFERENCES_H
#define INSULATE_CONVERT_PLAN_STRONG_REFERENCES_H

#include "convert/conversion.h"

/* A text of FILE that becomes another one. */
struct replaced_text {
    const struct source_file *file;
    uint32_t begin, end;
    const char *text;
};

/* Locals that borrow an object from a list or dictionary that other threads may change own a
 * reference instead: with --threads. */
struct strong_references {
    const struct replaced_text *texts;
    size_t n_texts, capacity;
    /* Where a file defines what they are got with; NULL: nowhere. */
    const struct source_file *file;
    uint32_t place; /* in front of the first function that needs it */
    bool needs_list; /* PyList_GetItemRef, for Pythons before 3.13 */
    const char *dict; /* the name of a helper; NULL: none is needed */
};

void plan_strong_references(struct conversion *c);

#endif
