/* Right but for a counter of the process that an operator in place changes. */
#define NAME operator_counter
#define COUNTS_IN_PLACE
#include "references.h"
