#define NAME text_not_visited
#define HOLDS_TEXT
#include "heap_type.h"
