#define NAME clean_counter_atomic
#define ATOMIC
#include "race_counter.c"
