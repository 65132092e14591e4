#define NAME clean_repr
#define CRITICAL
#include "race_repr.c"
