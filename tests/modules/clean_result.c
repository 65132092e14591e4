#define NAME clean_result
#define LOCKED
#include "race_result.c"
