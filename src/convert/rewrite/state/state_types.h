#ifndef INSULATE_CONVERT_REWRITE_STATE_STATE_TYPES_H
#define INSULATE_CONVERT_REWRITE_STATE_STATE_TYPES_H

#include "convert/rewrite/rewriter.h"

/* A file that names the state. */
struct need {
    const struct source_file *file;
    uint32_t offset; /* of the first thing that names the state there */
};

struct need_list {
    struct need *items;
    size_t n_items, capacity;
};

/* Move to OUT the types, and those they are made of, that the state needs and that PLACE
 * in FILE does not know yet; FILE NULL: a header that the files of NEEDS include. */
void carry_types(struct rewriter *r, struct strbuf *out, const struct source_file *file,
                 uint32_t place, const struct need_list *needs);

/* The *OUT_N headers of the project that the fields' types come from, each once. */
const struct source_file *const *headers_of_fields(const struct conversion *c,
                                                   const struct need_list *needs,
                                                   size_t *out_n);

#endif
