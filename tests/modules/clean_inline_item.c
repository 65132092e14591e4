#define NAME clean_inline_item
#define SECTION
#include "race_inline_item.c"
