#include "failing.h"

MODULE(clean_failure, execute, NULL, OWN_GIL)
