#include "calls.h"

MODULE(clean_call, execute, methods, OWN_GIL)
