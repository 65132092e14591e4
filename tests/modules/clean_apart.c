#define NAME clean_apart
#define LOCKED
#include "race_apart.c"
