/* The same in a method that asks for its defining class. */
#define NAME race_sum_defining
#define DEFINING
#include "race_sum.c"
