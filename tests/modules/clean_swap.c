#define NAME clean_swap
#define CRITICAL
#include "race_swap.c"
