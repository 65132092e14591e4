/* Code of another age: warnings once, errors today. */
#include "../module.h"

static
count(n)
    int n;
{
    return n + 1;
}

int
use(char *text)
{
    long number = text;
    return undeclared_function(number) + count(1);
}
