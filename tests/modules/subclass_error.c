#define NAME subclass_error
#define ASKS_THE_TYPE_OF_SELF
#include "class.h"
