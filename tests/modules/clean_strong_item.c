#define NAME clean_strong_item
#define STRONG
#include "race_borrowed_item.c"
