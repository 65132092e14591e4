#define KEEPS_THE_POINTER
#define FORGETS_TO_FREE
#include "state_freed.h"

STATE_FREED(state_pointer_kept)
