#define NAME clean_lazy_locked
#define LOCKED
#include "race_lazy_object.c"
