#include "confine/seal.h"

#include <string.h>

/* SipHash-2-4 (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012). */
struct sip {
    uint64_t v0, v1, v2, v3;
};

static uint64_t
rotate(uint64_t word, int bits)
{
    return word << bits | word >> (64 - bits);
}

static uint64_t
word_at(const unsigned char *bytes)
{
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--) {
        word = word << 8 | bytes[i];
    }
    return word;
}

static void
mix(struct sip *sip, int rounds)
{
    for (; rounds > 0; rounds--) {
        sip->v0 += sip->v1;
        sip->v1 = rotate(sip->v1, 13) ^ sip->v0;
        sip->v0 = rotate(sip->v0, 32);
        sip->v2 += sip->v3;
        sip->v3 = rotate(sip->v3, 16) ^ sip->v2;
        sip->v0 += sip->v3;
        sip->v3 = rotate(sip->v3, 21) ^ sip->v0;
        sip->v2 += sip->v1;
        sip->v1 = rotate(sip->v1, 17) ^ sip->v2;
        sip->v2 = rotate(sip->v2, 32);
    }
}

static void
absorb(struct sip *sip, uint64_t word)
{
    sip->v3 ^= word;
    mix(sip, 2);
    sip->v0 ^= word;
}

/* Of NUMBER, as eight bytes, and the text behind it. */
static uint64_t
code_of(const struct seal_key *key, uint64_t number, const char *text, size_t size)
{
    uint64_t first = word_at(key->bytes);
    uint64_t second = word_at(key->bytes + 8);
    struct sip sip = {
        first ^ UINT64_C(0x736f6d6570736575), second ^ UINT64_C(0x646f72616e646f6d),
        first ^ UINT64_C(0x6c7967656e657261), second ^ UINT64_C(0x7465646279746573)};
    size_t total = size + 8;
    absorb(&sip, number);
    for (; size >= 8; size -= 8, text += 8) {
        unsigned char bytes[8];
        memcpy(bytes, text, 8);
        absorb(&sip, word_at(bytes));
    }
    unsigned char last[8] = {0};
    memcpy(last, text, size);
    absorb(&sip, word_at(last) | (uint64_t)total << 56);
    sip.v2 ^= 0xff;
    mix(&sip, 4);
    return sip.v0 ^ sip.v1 ^ sip.v2 ^ sip.v3;
}

static void
write_hex(char *out, int n_digits, uint64_t number)
{
    for (int i = n_digits - 1; i >= 0; i--, number >>= 4) {
        out[i] = "0123456789abcdef"[number & 15];
    }
}

void
seal_write(const struct seal_key *key, uint32_t number, const char *text, size_t size,
           char out_seal[SEAL_SIZE])
{
    write_hex(out_seal, 8, number);
    out_seal[8] = ':';
    write_hex(out_seal + 9, 16, code_of(key, number, text, size));
    out_seal[SEAL_SIZE - 1] = '\t';
}

bool
seal_check(const struct seal_key *key, const char *line, size_t size,
           uint32_t *out_number)
{
    static const char digits[] = "0123456789abcdef";
    char wanted[SEAL_SIZE];
    uint32_t number = 0;
    if (size < SEAL_SIZE) {
        return false;
    }
    for (int i = 0; i < 8; i++) {
        const char *digit = memchr(digits, line[i], 16);
        if (digit == NULL) {
            return false;
        }
        number = number << 4 | (uint32_t)(digit - digits);
    }
    seal_write(key, number, line + SEAL_SIZE, size - SEAL_SIZE, wanted);
    *out_number = number;
    return memcmp(wanted, line, SEAL_SIZE) == 0;
}
