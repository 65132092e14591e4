#define COUNTS_ENDS
#include "reach.h"

MODULE(static_end_counter, execute, methods, OWN_GIL)
