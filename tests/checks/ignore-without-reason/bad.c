#include "../module.h"

/* want: ignore-without-reason */ static int n; /* insulate: ignore[state-static-data] */

int
count(void)
{
    return ++n;
}
