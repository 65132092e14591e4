/* Atomic functions write through the pointer that they are given. */
#include <stdatomic.h>

#include "../module.h"

static atomic_int n_calls;  // want: state-static-data
static int n_spams;  // want: state-static-data
static int n_eggs;

int
spam_count(void)
{
    atomic_fetch_add(&n_calls, 1);
    return __atomic_fetch_add(&n_spams, 1, __ATOMIC_SEQ_CST);
}

int
spam_n_eggs(void)
{
    int n;
    __atomic_load(&n_eggs, &n, __ATOMIC_SEQ_CST);
    return n + __atomic_load_n(&n_eggs, __ATOMIC_SEQ_CST);
}
