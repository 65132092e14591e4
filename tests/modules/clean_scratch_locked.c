#define LOCKS
#include "scratch.h"

MODULE(clean_scratch_locked, execute, methods, OWN_GIL)
