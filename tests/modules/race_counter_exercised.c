#define NAME race_counter_exercised
#include "race_counter.c"
