#include "comparison.h"

MODULE(clean_comparison, execute, NULL, OWN_GIL)
