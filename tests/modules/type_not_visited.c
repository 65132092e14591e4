#define NAME type_not_visited
#define FORGETS_TO_VISIT_TYPE
#include "heap_type.h"
