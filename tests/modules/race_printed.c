#define NAME race_printed
#define PRINTED
#include "race_sum.c"
