#define NAME race_operator
#define WITHOUT_HASH
#include "race_far.c"
