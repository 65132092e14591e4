#define NAME not_untracked
#define FORGETS_TO_UNTRACK
#include "heap_type.h"
