#include "../module.h"

static int n; /* insulate: ignore[state-static-data] counts for the process */

int
count(void)
{
    return ++n;
}
