#define NAME secret_freed_tracked
#define NEEDS_A_SECRET
#define FREES_TRACKED
#include "link.h"
