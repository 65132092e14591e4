#ifndef COUNT_H
#define COUNT_H

int count_add(int symbol);
int count_of(int symbol);

#ifdef SPAM_SMALL
#define DEPTH 16
#else
#define DEPTH 64
#endif
#define SYMBOLS 256 /* as many as a byte has */
#define LAST (SYMBOLS - 1)

typedef struct {
    int total[LAST + 1];
    int recent[DEPTH];
} counter;

#endif
