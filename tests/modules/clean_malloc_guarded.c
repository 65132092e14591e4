#define NAME clean_malloc_guarded
#define USES_MALLOC
#define CRITICAL
#include "race_buffer.c"
