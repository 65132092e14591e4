/* A seal stands before each record of the probe: the record's number and a code made of
 * it, the text and a secret of that process.  Whoever writes to the descriptor without
 * the secret, or writes again what was written before, is told from the probe. */
#ifndef INSULATE_CONFINE_SEAL_H
#define INSULATE_CONFINE_SEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct seal_key {
    unsigned char bytes[16];
};

/* Bytes of a seal: number, colon, code, tab; not ended by '\0'. */
enum { SEAL_SIZE = 8 + 1 + 16 + 1 };

/* Writes the seal of a text.  May be called from a signal handler. */
void seal_write(const struct seal_key *key, uint32_t number, const char *text,
                size_t size, char out_seal[SEAL_SIZE]);

/* Is LINE a seal and the text that it belongs to?  Then *out_number is its number. */
bool seal_check(const struct seal_key *key, const char *line, size_t size,
                uint32_t *out_number);

#endif
