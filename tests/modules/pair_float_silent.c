#define NAME pair_float_silent
#define CONVERTS_WITHOUT_A_WORD
#include "pairs.h"
