#define NAME operand_left
#define TRUSTS_THE_LEFT_OPERAND
#include "class.h"
