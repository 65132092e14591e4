#define NAME clean_operator
#define ATOMIC
#include "race_far.c"
