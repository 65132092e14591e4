#define NAME freed_tracked
#define FREES_TRACKED
#include "link.h"
