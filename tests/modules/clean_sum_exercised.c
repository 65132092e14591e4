#define NAME clean_sum_exercised
#define CRITICAL
#include "race_sum.c"
