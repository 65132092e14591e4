#define NAME lock_left
#define LOSES_A_LOCK
#include "heap_type.h"
