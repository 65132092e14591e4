#define HAS_A_TYPE
#include "state_freed.h"

STATE_FREED(clean_types_freed)
