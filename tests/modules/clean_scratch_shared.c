#include "scratch.h"

MODULE(clean_scratch_shared, execute, methods, SHARED_GIL)
