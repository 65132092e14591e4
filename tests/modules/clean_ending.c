#define NAME clean_ending
#define SAME_LOCK
#include "race_ending.c"
