/* What the probe reported of one scenario, and how its process terminated. */
#ifndef INSULATE_PROVE_PROBE_LOG_H
#define INSULATE_PROVE_PROBE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/child.h"

enum { RECORD_FIELDS = 8 };

struct probe_record {
    const char *kind;                  /* as in probe/protocol.h */
    const char *fields[RECORD_FIELDS]; /* "" where there are fewer */
};

struct probe_log {
    const struct probe_record *records;
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
    const char *data_races; /* stderr, if a thread sanitizer reports some there, or "" */
    const char *fatal;      /* why Python ended the process, in its words, or "" */
    const char *assertion;  /* "FUNCTION: Assertion ... failed", or "" */
    size_t n_forged;        /* lines left out, as the probe did not write them */
    bool exceeded;          /* it started more processes than it may */
    enum call_filter_state confinement;
    const struct call_event *events; /* what the kernel says of its system calls */
    size_t n_events;
};

/* Read what RESULT holds.  All strings are copied into ARENA. */
void probe_log_read(struct arena *arena, const struct child_result *result,
                    struct probe_log *out_log);

/* The first record of KIND, or NULL. */
const struct probe_record *probe_log_find(const struct probe_log *log,
                                          const char *kind);
size_t probe_log_count(const struct probe_log *log, const char *kind);
/* The number that the probe counted of WHAT; MISSING: it did not say. */
long probe_log_number(const struct probe_log *log, const char *what, long missing);

bool record_is(const struct probe_record *record, const char *kind);
uint64_t record_hex(const struct probe_record *record, size_t field);
long record_number(const struct probe_record *record, size_t field);

#endif
