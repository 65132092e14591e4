#define NAME clean_one_section
#define LOCKED
#include "race_two_sections.c"
