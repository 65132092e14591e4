/* Words that were misspelled. */
#ifndef INSULATE_BASE_SPELLING_H
#define INSULATE_BASE_SPELLING_H

#include <stddef.h>

/* The nearest word to a misspelled one, found by offering one word after the other. */
struct spelling {
    const char *word;    /* as it was spelled */
    const char *nearest; /* of those offered; NULL: none is near */
    size_t distance;
};

/* WORD is borrowed, as is what is offered. */
struct spelling spelling_of(const char *word);
/* Count CANDIDATE: near is one that takes a change for each three characters at most (one
 * more, one less, another, two exchanged).  The first of equals stays. */
void spelling_offer(struct spelling *spelling, const char *candidate);

#endif
