#define NAME clean_member
#define LOCKED
#include "race_member.c"
