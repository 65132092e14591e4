#define NAME clean_grown
#define LOCKED
#include "race_grown.c"
