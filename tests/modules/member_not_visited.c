#define NAME member_not_visited
#define HIDES_A_MEMBER
#include "link.h"
