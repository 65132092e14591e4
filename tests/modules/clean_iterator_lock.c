#define NAME clean_iterator_lock
#define SECTION
#include "race_iterator_lock.c"
