/* What the code of a file does with the file's own writable memory. */
#ifndef INSULATE_BINARY_CODE_FACTS_H
#define INSULATE_BINARY_CODE_FACTS_H

#include "binary/code.h"

enum fact_kind {
    FACT_TAKEN,    /* its address is made */
    FACT_STORED,   /* something is stored there */
    FACT_RECEIVED, /* the object that `api` returned is stored there */
    FACT_USED,     /* the word there goes to `api` as an object */
    FACT_HANDED,   /* its address goes to `api` as argument `argument` */
};

struct code_fact {
    uint64_t address;
    uint64_t at;     /* of the instruction: FACT_STORED */
    const char *api; /* NULL for FACT_TAKEN and FACT_STORED */
    uint8_t kind;    /* enum fact_kind */
    uint8_t argument;
};

struct code_facts {
    struct code_fact *items; /* by address */
    size_t n, capacity;
    bool is_known; /* false: the processor is not */
    bool is_cut;
};

/* Read all code of IMAGE; the facts live in its arena. */
void code_facts_read(const struct image *image, struct code_facts *out_facts);
/* Index of the first fact at or after ADDRESS. */
size_t code_facts_at(const struct code_facts *facts, uint64_t address);

#endif
