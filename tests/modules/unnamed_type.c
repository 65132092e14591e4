#define NAME unnamed_type
#define TYPE_NAME "Thing"
#include "heap_type.h"
