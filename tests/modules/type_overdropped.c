#define NAME type_overdropped
#define DROPS_TYPE_AGAIN
#include "heap_type.h"
