#include "sky.h"

#include <stdlib.h>

static double latest;
static int digits = 6;

/* The declaration has no list of parameters that one could be added to. */
static double
rounded(value)
    double value;
{
    double unit = 1;
    for (int i = 0; i < digits; i++) {
        unit /= 10;
    }
    return latest = (long)(value / unit) * unit;
}

int
sky_precision(int number)
{
    int before = digits;
    if (number >= 0) {
        digits = number;
    }
    return before;
}

double
sky_angle(const char *text)
{
    return text != NULL ? rounded(atof(text)) : latest;
}
