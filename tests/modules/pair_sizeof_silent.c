#define NAME pair_sizeof_silent
#define MEASURES_WITHOUT_A_WORD
#include "pairs.h"
