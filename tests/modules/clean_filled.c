#include "once_filled.h"

ONCE_FILLED(clean_filled)
