#define NAME mapping_kept
#define KEEPS_MAPPING
#include "names_kept.c"
