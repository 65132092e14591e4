#define NAME clean_lent_section
#define LOCKED
#include "race_lent_section.c"
