#include "state_freed.h"

STATE_FREED(clean_freed)
