#define NAME type_not_dropped
#define FORGETS_TO_DROP_TYPE
#include "heap_type.h"
