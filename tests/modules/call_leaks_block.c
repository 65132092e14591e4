#define FORGETS_THE_BLOCK
#include "calls.h"

MODULE(call_leaks_block, execute, methods, OWN_GIL)
