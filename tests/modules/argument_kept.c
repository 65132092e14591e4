#define NAME argument_kept
#define KEEPS_ITS_ARGUMENT
#include "references.h"
