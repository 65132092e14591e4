/* A traverse function takes a reference to what it visits. */
#define NAME traverse_counts
#define COUNTS_WHAT_IT_VISITS
#include "references.h"
