#define COUNTS_CONTEXTS
#include "reach.h"

MODULE(static_context_counter, execute, methods, OWN_GIL)
