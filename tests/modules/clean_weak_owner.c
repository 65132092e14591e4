#define NAME clean_weak_owner
#define STRONG
#include "race_weak_owner.c"
