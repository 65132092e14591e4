#define NAME clean_refused
#define LOCKED
#include "race_refused.c"
