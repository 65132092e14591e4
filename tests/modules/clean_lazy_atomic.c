#define NAME clean_lazy_atomic
#define ATOMIC
#include "race_lazy_object.c"
