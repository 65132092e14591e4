#define NAME clean_dropped
#define NEEDS_A_SECRET
#include "link.h"
