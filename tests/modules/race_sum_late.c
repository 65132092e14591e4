#define NAME race_sum_late
#define LONG
#include "race_sum.c"
