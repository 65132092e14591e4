#define NAME clean_random
#define LOCKED
#include "race_random.c"
