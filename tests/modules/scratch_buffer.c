#include "scratch.h"

MODULE(scratch_buffer, execute, methods, OWN_GIL)
