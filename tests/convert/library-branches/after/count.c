/* Python.h defines HAVE_SYSCONF, and this file includes it for the module state only. */
#include "count.h"

#include <unistd.h>
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

int n_calls;

int
count_processors(void)
{
    n_calls++;
#if defined(HAVE_SYSCONF)
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
#else
    return 0;
#endif
}
