#define NAME clean_lent
#define STRONG
#include "race_lent.c"
