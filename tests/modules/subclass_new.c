#define NAME subclass_new
#define ASKS_THE_TYPE_IN_NEW
#include "heap_type.h"
