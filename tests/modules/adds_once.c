#define ADDS_ONCE
#include "once_filled.h"

ONCE_FILLED(adds_once)
