/* The verdict about one compiled module. */
#ifndef INSULATE_BINARY_VERDICT_H
#define INSULATE_BINARY_VERDICT_H

#include "base/arena.h"
#include "model/binary.h"
#include "model/verdict.h"

/* The process-wide variables of a file. */
struct tally {
    size_t n_types, n_objects, n_data;
    size_t n_changing; /* of the data: changed after initialisation */
    size_t n_untyped;  /* of the data: nothing says what it is */
};

/* "2 static types and 1 static variable with Python objects"; "" for nothing. */
const char *tally_words(struct arena *arena, const struct tally *tally);
/* Fill `supports`, `verdict` and `reason` of REPORT; strings live in ARENA. */
void module_reach_verdict(const struct binary_file *file,
                          const struct binary_module *module, const struct tally *tally,
                          struct arena *arena, struct module_report *report);

#endif
