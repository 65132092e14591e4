#define NAME clean_callable
#include "callable_keeps.c"
