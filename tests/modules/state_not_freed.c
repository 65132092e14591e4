#define FORGETS_TO_FREE
#include "state_freed.h"

STATE_FREED(state_not_freed)
