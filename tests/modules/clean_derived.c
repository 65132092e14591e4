#define NAME clean_derived
#define DERIVED_NAME "clean_derived.Derived"
#include "unnamed_derived.c"
