#define NAME dealloc_own_type
#define DROPS_ITS_OWN_TYPE
#include "class.h"
