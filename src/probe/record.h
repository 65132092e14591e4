/* Records to the prover; protocol.h says which there are.
 *
 * A record is built in a buffer of the calling thread and leaves in one write.
 * Everything here may be called from a signal handler. */
#ifndef INSULATE_PROBE_RECORD_H
#define INSULATE_PROBE_RECORD_H

#include <stdarg.h>
#include <stdint.h>

struct record {
    int size;
    char text[4000]; /* below PIPE_BUF: a write is never mixed with another's; room for
                        the seal comes first */
};

/* Takes the descriptor over and moves it out of the way of the module's.  A key that
 * waits there seals each record from now on (confine/seal.h). */
void record_open(int descriptor);

/* Where records go; -1: nowhere. */
int record_descriptor(void);

/* From now on nothing is written: a forked copy of a scenario must not speak. */
void record_mute(void);

void record_begin(struct record *record, const char *kind);
void record_text(struct record *record, const char *text);
void record_number(struct record *record, long long number);
void record_hex(struct record *record, uintptr_t number);
/* File and offset of an address: two fields. */
void record_place(struct record *record, uintptr_t address);
void record_end(struct record *record);

/* A whole record of the kind RECORD_COUNT. */
void record_count(const char *what, long long number);

/* A whole record of text fields, ended by NULL. */
void record_say(const char *kind, ...) __attribute__((sentinel));

/* Reports that the probe cannot go on, and ends the process. */
_Noreturn void trouble(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
