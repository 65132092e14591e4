#define NAME clean_finalizer
#define LATER
#include "race_finalizer.c"
