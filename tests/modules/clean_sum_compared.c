#define NAME clean_sum_compared
#define COMPARED
#include "race_sum.c"
