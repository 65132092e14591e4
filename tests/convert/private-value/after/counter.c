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

static int
twice(int n)
{
    return 2 * n;
}

static struct {
    int (*apply)(int n);
    int n_calls;
} steps[] = {
    {twice, 0},
};

static int *chosen = &steps[0].n_calls;

int
next_step(spam_state *state)
{
    ++*chosen;
    return steps[0].apply(state->first_step++);
}
