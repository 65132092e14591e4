#define NAME type_leaked
#define LEAKS_TYPE
#include "heap_type.h"
