#define NAME clean_sum_atomic
#define ATOMIC
#include "race_sum.c"
