#define NAME subclass_getter
#define ASKS_THE_TYPE_IN_A_GETTER
#include "class.h"
