#define NAME clean_called_back
#define LOCKED
#include "race_called_back.c"
