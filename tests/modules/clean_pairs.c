#define NAME clean_pairs
#include "pairs.h"
