#define NAME raises_and_keeps
#define KEEPS_WHERE_IT_RAISES
#include "growth.h"
