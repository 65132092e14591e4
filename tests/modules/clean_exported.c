#define NAME clean_exported
#define LOCKED
#include "race_exported.c"
