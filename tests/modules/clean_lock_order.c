#define NAME clean_lock_order
#define ORDERED
#include "race_lock_order.c"
