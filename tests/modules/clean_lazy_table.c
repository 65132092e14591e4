#define NAME clean_lazy_table
#define PUBLISHED_LAST
#include "race_lazy_table.c"
