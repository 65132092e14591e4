#define NAME clean_bytearray
#define CRITICAL
#include "race_bytearray.c"
