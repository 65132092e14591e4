#define NAME clean_suspended
#define BOTH
#include "race_suspended.c"
