#define NAME pair_half_visited
#define VISITS_THE_FIRST_ONLY
#include "pairs.h"
