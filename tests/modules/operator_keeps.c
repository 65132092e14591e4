#define NAME operator_keeps
#define KEEPS_IN_PLACE
#include "references.h"
