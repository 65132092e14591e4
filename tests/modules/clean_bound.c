#include "bound.h"

BOUND_MODULE(clean_bound)
