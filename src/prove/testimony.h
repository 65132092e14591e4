/* What a witness reported of one scenario, and how its process ended. */
#ifndef INSULATE_PROVE_TESTIMONY_H
#define INSULATE_PROVE_TESTIMONY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/child.h"

enum { RECORD_FIELDS = 8 };

struct testimony_record {
    const char *kind;                  /* as in probe/protocol.h */
    const char *fields[RECORD_FIELDS]; /* "" where there are fewer */
};

struct testimony {
    const struct testimony_record *records;
    size_t n_records;
    bool done;         /* ran to its end */
    const char *phase; /* the last one begun, or "" */
    const char *step;  /* the last call of the exercise in the last phase, or "" */
    const char *root;  /* the name in the module that the call is about, or "" */
    int exit_code;     /* -1: ended by a signal */
    int signal_number; /* 0: none */
    int stop_signal;   /* that stopped it, when it was ended for that; 0: none */
    bool timed_out;
    bool starved;           /* timed out, but hardly got a processor */
    double seconds;         /* of wall time */
    double own_seconds;     /* the same but for waiting for a processor */
    const char *output;     /* what was printed to stdout */
    const char *last_error; /* the last line of stderr, or "" */
};

/* Read what RESULT holds.  All strings are copied into ARENA. */
void testimony_read(struct arena *arena, const struct child_result *result,
                    struct testimony *out_testimony);

/* The first record of KIND, or NULL. */
const struct testimony_record *testimony_find(const struct testimony *testimony,
                                              const char *kind);
size_t testimony_count(const struct testimony *testimony, const char *kind);

bool record_is(const struct testimony_record *record, const char *kind);
uint64_t record_hex(const struct testimony_record *record, size_t field);
long record_number(const struct testimony_record *record, size_t field);

#endif
