#define NAME pair_call_keeps
#define KEEPS_WHAT_IT_IS_CALLED_WITH
#include "pairs.h"
