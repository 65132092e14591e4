#define NAME race_sum_exercised
#include "race_sum.c"
