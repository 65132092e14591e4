#define NAME clean_strong_value
#define STRONG
#include "race_borrowed_value.c"
