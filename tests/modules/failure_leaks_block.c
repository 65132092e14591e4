#define FORGETS_THE_BLOCK
#include "failing.h"

MODULE(failure_leaks_block, execute, NULL, OWN_GIL)
