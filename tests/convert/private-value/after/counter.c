#include "counter.h"
#include "spam_state.h"

#define FIRST_NUMBER 10

enum { KIND_NONE, KIND_FIRST = 5 };

/* Nobody else knows these names. */
static int number = FIRST_NUMBER;
static int kind = KIND_FIRST;

int
next_number(void)
{
    return number++;
}

int
next_kind(void)
{
    return kind++;
}

int
next_level(spam_state *state)
{
    return state->level++;
}
