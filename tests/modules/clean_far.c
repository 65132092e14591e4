#define NAME clean_far
#define ATOMIC
#include "race_far.c"
