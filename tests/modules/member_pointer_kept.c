#define NAME member_pointer_kept
#define KEEPS_THE_POINTER
#include "link.h"
