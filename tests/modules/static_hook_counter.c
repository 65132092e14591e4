#define COUNTS_HOOKS
#include "reach.h"

MODULE(static_hook_counter, execute, methods, OWN_GIL)
