#define FILLS_ONCE
#include "once_filled.h"

ONCE_FILLED(fills_once)
