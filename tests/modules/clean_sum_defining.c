#define NAME clean_sum_defining
#define DEFINING
#define ATOMIC
#include "race_sum.c"
