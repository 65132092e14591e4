#define NAME race_malloc
#define USES_MALLOC
#include "race_buffer.c"
