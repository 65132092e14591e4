#define FORGETS_THE_OBJECT
#include "calls.h"

MODULE(call_leaks_object, execute, methods, OWN_GIL)
