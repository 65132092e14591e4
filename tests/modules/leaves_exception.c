#define LEAVES_EXCEPTION
#include "comparison.h"

MODULE(leaves_exception, execute, NULL, OWN_GIL)
