/* What the text written so far needs: helpers, headers, includes.  The passes ask for it
 * while they write; the last ones provide it. */
#ifndef INSULATE_CONVERT_REWRITE_REQUIREMENTS_H
#define INSULATE_CONVERT_REWRITE_REQUIREMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/source.h"

/* A helper that the result defines. */
enum requirement {
    REQUIRES_GET = 1,            /* the state by the module */
    REQUIRES_BY_TYPE = 2,        /* the state by a type */
    REQUIRES_BY_OPERANDS = 4,    /* the state by either of two operands */
    REQUIRES_NEW_TYPE = 8,       /* makes a heap type */
    REQUIRES_NEW_SEQUENCE = 16,  /* makes a struct sequence that is immutable */
    REQUIRES_BY_INTERPRETER = 32, /* the state of the interpreter's module */
    REQUIRES_BY_POWER = 64,      /* the state by any of three operands */
    REQUIRES_KEPT = 256,         /* the state that an instance keeps */
    REQUIRES_BY_FINAL_TYPE = 128, /* the state by a type that has no subclasses */
};

/* Of insulate.h, what the result includes. */
enum header_part { HEADER_BACKPORTS = 1, HEADER_HEAP_TYPES = 2 };

/* Where a file needs it first. */
struct header_want {
    const struct source_file *file;
    uint32_t offset;
    unsigned parts; /* enum header_part */
};

struct requirements {
    unsigned helpers;      /* enum requirement */
    unsigned header_parts; /* enum header_part */
    struct header_want *wants;
    size_t n_wants, wants_capacity;
};

struct rewriter;

void require(struct rewriter *r, enum requirement what);
bool is_required(const struct rewriter *r, enum requirement what);

/* Of insulate.h, PARTS; in FILE, before OFFSET. */
void require_header(struct rewriter *r, unsigned parts);
void require_header_at(struct rewriter *r, unsigned parts,
                       const struct source_file *file, uint32_t offset);

#endif
