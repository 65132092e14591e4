#define NAME clean_lazy_member
#define CRITICAL
#include "race_lazy_member.c"
