#define FORGETS_THE_OBJECT
#include "failing.h"

MODULE(failure_leaks_object, execute, NULL, OWN_GIL)
