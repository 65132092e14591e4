#define NAME clean_operator
#define ATOMIC
#define WITHOUT_HASH
#include "race_far.c"
