#define NAME clean_closed
#define LOCKED
#include "race_closed.c"
