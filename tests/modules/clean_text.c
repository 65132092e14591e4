#define NAME clean_text
#define LOCKED
#include "race_text.c"
