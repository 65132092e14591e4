#define NAME clean_dying
#define NEVER_SHARED
#include "race_dying.c"
