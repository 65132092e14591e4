#define NAME state_in_dealloc
#define COUNTS_DEATHS_IN_STATE
#include "heap_type.h"
