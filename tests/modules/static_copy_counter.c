#define COUNTS_COPIES
#include "reach.h"

MODULE(static_copy_counter, execute, methods, OWN_GIL)
