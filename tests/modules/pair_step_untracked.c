#define NAME pair_step_untracked
#define FORGETS_TO_TRACK
#include "pairs.h"
