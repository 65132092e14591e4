#define NAME clean_iterator
#define LOCKED
#include "race_iterator.c"
