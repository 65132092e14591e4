#define NAME dropped_member
#define NEEDS_A_SECRET
#define HIDES_A_MEMBER
#include "link.h"
