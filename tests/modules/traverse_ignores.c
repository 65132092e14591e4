/* A traverse function does not look at what visit returns. */
#define NAME traverse_ignores
#define IGNORES_THE_VISIT
#include "references.h"
