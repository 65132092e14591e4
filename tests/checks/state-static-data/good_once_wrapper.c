/* A function of the project has another run once. */
#include "../module.h"
#include <pthread.h>

typedef int (*largest_function)(const int *, int);

static largest_function largest;

static int
largest_of(const int *values, int n)
{
    int best = values[0];
    for (int i = 1; i < n; i++) {
        best = values[i] > best ? values[i] : best;
    }
    return best;
}

static void
choose(void)
{
    largest = largest_of;
}

static void
once(void (*function)(void))
{
    static pthread_once_t flag = PTHREAD_ONCE_INIT;
    pthread_once(&flag, function);
}

int
find_largest(const int *values, int n)
{
    once(choose);
    return largest(values, n);
}
