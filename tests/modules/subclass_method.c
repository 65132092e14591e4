#define NAME subclass_method
#define ASKS_THE_TYPE_OF_SELF
#define UNCHECKED
#include "class.h"
