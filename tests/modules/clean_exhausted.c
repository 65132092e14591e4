#define NAME clean_exhausted
#define LOCKED
#include "race_exhausted.c"
