#define NAME state_not_cleared
#define FORGETS_TO_CLEAR
#include "heap_type.h"
