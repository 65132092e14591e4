#define TRUSTS_THE_ALLOCATOR
#include "calls.h"

MODULE(call_trusts, execute, methods, OWN_GIL)
