/* SHA-1 (FIPS 180-4), for formats that have it as a checksum. */
#ifndef INSULATE_BASE_SHA1_H
#define INSULATE_BASE_SHA1_H

#include <stddef.h>

/* The digest as hexadecimal digits, and a NUL. */
struct sha1_digits {
    char text[41];
};

struct sha1_digits sha1_of(const void *data, size_t size);

#endif
