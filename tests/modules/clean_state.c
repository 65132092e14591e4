#define NAME clean_state
#include "heap_type.h"
