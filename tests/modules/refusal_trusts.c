#define TRUSTS_THE_CONVERSION
#include "refusal.h"

MODULE(refusal_trusts, execute, methods, OWN_GIL)
