#include "counter.h"

#define FIRST_NUMBER 10

enum { KIND_NONE, KIND_FIRST = 5 };

/* Nobody else knows these names. */
static int number = FIRST_NUMBER;
static int kind = KIND_FIRST;

/* Whoever includes the header knows this one. */
static int level = LEVEL_HIGH;

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
next_level(void)
{
    return level++;
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

static int first_step = 1;
static int *chosen = &steps[0].n_calls;

int
next_step(void)
{
    ++*chosen;
    return steps[0].apply(first_step++);
}
