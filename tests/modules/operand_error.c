#define NAME operand_error
#define ASKS_THE_LEFT_OPERAND_ONLY
#include "class.h"
