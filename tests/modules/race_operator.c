#define NAME race_operator
#include "race_far.c"
