#ifndef INSULATE_CONVERT_STATE_H
#define INSULATE_CONVERT_STATE_H

#include "convert/conversion.h"

/* A file that names the state. */
struct need {
    const struct source_file *file;
    uint32_t offset; /* of the first thing that names the state there */
};

struct need_list {
    struct need *items;
    size_t n_items, capacity;
};

void edit_state(struct conversion *c);

#endif
