#define NAME type_visited_twice
#define VISITS_TYPE_AGAIN
#include "heap_type.h"
