/* An attribute can be set to any object, and there is no tp_clear. */
#define NAME cycle_uncleared
#define DOES_NOT_CLEAR
#include "references.h"
