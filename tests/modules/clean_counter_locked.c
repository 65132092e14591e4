#define NAME clean_counter_locked
#define LOCKED
#include "race_counter.c"
