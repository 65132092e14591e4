#define NAME race_maximum
#define MAXIMUM
#include "race_sum.c"
