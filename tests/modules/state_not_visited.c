#define HIDES_THE_ERROR
#include "state_freed.h"

STATE_FREED(state_not_visited)
