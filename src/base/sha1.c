#include "base/sha1.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK_SIZE = 64, N_WORDS = 5, N_ROUNDS = 80, LENGTH_SIZE = 8 };

static uint32_t
rotate(uint32_t word, unsigned n)
{
    return word << n | word >> (32 - n);
}

static uint32_t
big_endian_word(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8
           | bytes[3];
}

/* What round I adds of B, C and D, with its constant: 4.1.1 and 4.2.1. */
static uint32_t
mixed(unsigned i, uint32_t b, uint32_t c, uint32_t d)
{
    switch (i / 20) {
    case 0:
        return ((b & c) | (~b & d)) + 0x5a827999U;
    case 1:
        return (b ^ c ^ d) + 0x6ed9eba1U;
    case 2:
        return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcU;
    default:
        return (b ^ c ^ d) + 0xca62c1d6U;
    }
}

/* 6.1.2 */
static void
add_block(uint32_t hash[N_WORDS], const unsigned char *block)
{
    uint32_t schedule[N_ROUNDS];
    uint32_t a = hash[0], b = hash[1], c = hash[2], d = hash[3], e = hash[4];
    for (unsigned i = 0; i < N_ROUNDS; i++) {
        schedule[i] = i < 16 ? big_endian_word(block + 4 * i)
                             : rotate(schedule[i - 3] ^ schedule[i - 8] ^ schedule[i - 14]
                                          ^ schedule[i - 16],
                                      1);
        uint32_t next = rotate(a, 5) + mixed(i, b, c, d) + e + schedule[i];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = next;
    }
    hash[0] += a;
    hash[1] += b;
    hash[2] += c;
    hash[3] += d;
    hash[4] += e;
}

struct sha1_digits
sha1_of(const void *data, size_t size)
{
    const unsigned char *bytes = data;
    uint32_t hash[N_WORDS] = {0x67452301U, 0xefcdab89U, 0x98badcfeU, 0x10325476U, 0xc3d2e1f0U};
    unsigned char last[2 * BLOCK_SIZE] = {0};
    const size_t n_whole = size / BLOCK_SIZE, rest = size % BLOCK_SIZE;
    const size_t n_last = rest + 1 + LENGTH_SIZE > BLOCK_SIZE ? 2 : 1;
    struct sha1_digits digits;

    for (size_t i = 0; i < n_whole; i++) {
        add_block(hash, bytes + i * BLOCK_SIZE);
    }
    if (rest > 0) {
        memcpy(last, bytes + n_whole * BLOCK_SIZE, rest);
    }
    last[rest] = 0x80;
    for (size_t i = 0; i < LENGTH_SIZE; i++) {
        last[n_last * BLOCK_SIZE - 1 - i] = (unsigned char)((uint64_t)size * 8 >> 8 * i);
    }
    for (size_t i = 0; i < n_last; i++) {
        add_block(hash, last + i * BLOCK_SIZE);
    }
    for (size_t i = 0; i < N_WORDS; i++) {
        snprintf(digits.text + 8 * i, sizeof(digits.text) - 8 * i, "%08x", (unsigned)hash[i]);
    }
    return digits;
}
