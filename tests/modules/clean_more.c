#define NAME clean_more
#include "names_kept.c"
