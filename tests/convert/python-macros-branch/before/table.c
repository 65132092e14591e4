#include "table.h"

int counts[4];

void
count(int i)
{
    counts[i & 3]++;
}
