#define NAME clean_sum_locked
#define CRITICAL
#include "race_sum.c"
