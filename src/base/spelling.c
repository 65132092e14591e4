#include "base/spelling.h"

#include <stdint.h>
#include <string.h>

#include "base/macros.h"

enum { LONGEST = 64 };

static size_t
least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Optimal string alignment: insertions, deletions, substitutions and exchanges of two
 * neighbours, no part being changed twice. */
static size_t
distance_between(const char *a, const char *b)
{
    size_t n_a = strlen(a), n_b = strlen(b);
    if (n_a > LONGEST || n_b > LONGEST) {
        return SIZE_MAX;
    }
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= n_b; j++) {
        last[j] = j;
    }
    for (size_t i = 1; i <= n_a; i++) {
        row[0] = i;
        for (size_t j = 1; j <= n_b; j++) {
            row[j] = least(last[j - 1] + (a[i - 1] != b[j - 1]),
                           least(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = least(row[j], before[j - 2] + 1);
            }
        }
        size_t *oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[n_b];
}

struct spelling
spelling_of(const char *word)
{
    return (struct spelling){.word = word, .distance = strlen(word) / 3 + 1};
}

void
spelling_offer(struct spelling *spelling, const char *candidate)
{
    size_t distance = distance_between(spelling->word, candidate);
    if (distance < spelling->distance) {
        spelling->nearest = candidate;
        spelling->distance = distance;
    }
}
