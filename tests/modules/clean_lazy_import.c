#define NAME clean_lazy_import
#define LOCKED
#include "race_lazy_import.c"
