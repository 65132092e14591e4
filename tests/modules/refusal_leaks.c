#define KEEPS_THE_LIST
#include "refusal.h"

MODULE(refusal_leaks, execute, methods, OWN_GIL)
