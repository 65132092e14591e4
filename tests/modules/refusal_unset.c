#define FORGETS_THE_EXCEPTION
#include "refusal.h"

MODULE(refusal_unset, execute, methods, OWN_GIL)
