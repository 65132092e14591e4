#define NAME secret_type_kept
#define NEEDS_A_SECRET
#define KEEPS_THE_TYPE
#include "link.h"
