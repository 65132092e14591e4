#define NAME clean_capsule_locked
#define LOCKED
#include "race_capsule.c"
