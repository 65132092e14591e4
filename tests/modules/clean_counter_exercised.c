#define NAME clean_counter_exercised
#define ATOMIC
#include "race_counter.c"
