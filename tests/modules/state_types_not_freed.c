/* Its type refers to the module: which of them the collector clears first is its own
 * matter. */
#define FORGETS_TO_FREE
#define HAS_A_TYPE
#include "state_freed.h"

STATE_FREED(state_types_not_freed)
