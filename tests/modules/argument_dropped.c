#define NAME argument_dropped
#define DROPS_ITS_ARGUMENT
#include "references.h"
