#include "refusal.h"

MODULE(clean_refusal, execute, methods, OWN_GIL)
