#define NAME clean_pair
#define LOCKED
#include "race_pair.c"
