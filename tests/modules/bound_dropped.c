#define FORGETS_THE_REFERENCE
#include "bound.h"

BOUND_MODULE(bound_dropped)
