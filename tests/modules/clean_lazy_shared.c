#define NAME clean_lazy_shared
#define LOCKED
#include "race_lazy_shared.c"
