#define NAME clean_other_instance
#define CRITICAL
#include "race_other_instance.c"
