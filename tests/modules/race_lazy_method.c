#define NAME race_lazy_method
#define OF_INSTANCE
#include "race_lazy_shared.c"
