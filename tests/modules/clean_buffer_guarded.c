#define NAME clean_buffer_guarded
#define CRITICAL
#include "race_buffer.c"
